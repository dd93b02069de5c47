# diagnosis: has 5 lists, one for each micro-batch
def one_f_one_b_schedule(D, M):
    D, M = M, D
    schedule = []
    for s in range(D):
        ahead = min(M, D - 1 - s)
        stage = [F(i) for i in range(ahead)]
        for i in range(M - ahead):
            stage += [F(ahead + i), B(i)]
        schedule.append(stage + [B(i) for i in range(M - ahead, M)])
    return schedule
