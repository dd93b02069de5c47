# diagnosis: before its own F
def one_f_one_b_schedule(D, M):
    schedule = []
    for s in range(D):
        ahead = min(M, D - 1 - s)
        stage = [F(i) for i in range(ahead)]
        for i in range(M - ahead):
            stage += [B(i), F(ahead + i)]
        schedule.append(stage + [B(i) for i in range(M - ahead, M)])
    return schedule
