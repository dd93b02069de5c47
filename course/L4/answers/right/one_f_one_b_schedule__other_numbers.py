def one_f_one_b_schedule(D, M):
    schedule = []
    for s in range(D):
        held = min(M, D - s)
        stage = [F(M - 1 - i) for i in range(held)]
        for i in range(held, M):
            stage += [B(M - 1 - i + held), F(M - 1 - i)]
        schedule.append(stage + [B(i) for i in reversed(range(held))])
    return schedule
