# diagnosis: a stage waits
def one_f_one_b_schedule(D, M):
    schedule = []
    for s in range(D):
        ahead = 0
        stage = [F(i) for i in range(ahead)]
        for i in range(M - ahead):
            stage += [F(ahead + i), B(i)]
        schedule.append(stage + [B(i) for i in range(M - ahead, M)])
    return schedule
