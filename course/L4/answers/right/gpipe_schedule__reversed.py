def gpipe_schedule(D, M):
    schedule = []
    for s in range(D):
        stage = []
        for i in range(M):
            stage.append(F(i))
        for i in reversed(range(M)):
            stage.append(B(i))
        schedule.append(stage)
    return schedule
