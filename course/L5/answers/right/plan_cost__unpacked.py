def plan_cost(model, cluster, N, D, R, M):
    P, n, B, t, kept, x = model.values()
    devices, node, memory, link, network, slot = cluster.values()
    def all_reduce(nbytes, n, beta):
        return 2 * (n - 1) * nbytes / n * beta
    b = B / (R * M)
    slot += b * (n / D) * t / N + (n / D) * 4 * all_reduce(b * x, N, link)
    slot += (D > 1) * 2 * b * x * network
    return [16 * P / N / D + min(D, M) * b * n / D * kept / N, (M + D - 1) * slot + all_reduce(2 * P / N / D, R, network)]
