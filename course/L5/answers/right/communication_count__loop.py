def communication_count(N, D, M):
    sums = hops = 0
    for _ in range(M):
        for stage in range(D):
            sums += 2 * (N > 1)
            hops += 2 * (stage < D - 1)
    return [sums, hops]
