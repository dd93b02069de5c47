def one_f_one_b_schedule(D, M):
    schedule = []
    for s in range(D):
        stage, forward, backward = [], 0, 0
        while backward < M:
            if forward < M and forward - backward < D - s:
                stage.append(F(forward))
                forward += 1
            else:
                stage.append(B(backward))
                backward += 1
        schedule.append(stage)
    return schedule
