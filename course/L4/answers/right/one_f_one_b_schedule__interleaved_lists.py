def one_f_one_b_schedule(D, M):
    def stage(s):
        first = min(D - s, M)
        turns = [op for i in range(M - first) for op in (B(i), F(first + i))]
        return tuple([F(i) for i in range(first)] + turns + [B(i) for i in range(M - first, M)])

    return [stage(s) for s in range(D)]
