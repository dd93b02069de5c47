# diagnosis: a stage waits where it could work
def one_f_one_b_schedule(D, M):
    schedule = []
    for s in range(D):
        ahead = min(M, max(0, D - 2 - s))
        stage = [F(i) for i in range(ahead)]
        for i in range(M - ahead):
            stage += [F(ahead + i), B(i)]
        schedule.append(stage + [B(i) for i in range(M - ahead, M)])
    return schedule
