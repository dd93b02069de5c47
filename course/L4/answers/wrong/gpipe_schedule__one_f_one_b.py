# diagnosis: but in GPipe it comes to hold all
def gpipe_schedule(D, M):
    schedule = []
    for s in range(D):
        ahead = min(M, D - 1 - s)
        stage = [F(i) for i in range(ahead)]
        for i in range(M - ahead):
            stage += [F(ahead + i), B(i)]
        schedule.append(stage + [B(i) for i in range(M - ahead, M)])
    return schedule
