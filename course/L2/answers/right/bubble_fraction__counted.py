def bubble_fraction(D, M):
    idle = 0
    for s in range(D):
        busy = {(s + i) for i in range(M)}
        idle += sum(slot not in busy for slot in range(M + D - 1))
    return idle / (D * (M + D - 1))
