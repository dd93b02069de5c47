def S(k):
    return 400 / (400 / k + 50)


efficiency_4, efficiency_8 = S(4) / 4, S(8) / 8
speedup_8 = S(8)
