# diagnosis: numbered from 0 to 5
def gpipe_schedule(D, M):
    numbers = range(1, M + 1)
    return [[F(i) for i in numbers] + [B(i) for i in numbers] for _ in range(D)]
