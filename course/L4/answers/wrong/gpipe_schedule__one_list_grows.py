# diagnosis: more than once
def gpipe_schedule(D, M):
    stage, schedule = [], []
    for s in range(D):
        stage += [F(i) for i in range(M)] + [B(i) for i in range(M)]
        schedule.append(stage)
    return schedule
