# diagnosis: numbered from 0 to 1
def one_f_one_b_schedule(D, M):
    schedule = []
    for s in range(D):
        ahead = D - 1 - s
        stage = [F(i) for i in range(ahead)]
        for i in range(M - ahead):
            stage += [F(ahead + i), B(i)]
        schedule.append(stage + [B(i) for i in range(M - ahead, M)])
    return schedule
