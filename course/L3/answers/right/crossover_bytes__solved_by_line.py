def crossover_bytes(k, alpha, beta):
    levels = int(np.ceil(np.log2(k)))
    ring = 2 * (k - 1) * alpha, 2 * (k - 1) / k * beta
    tree = 2 * levels * alpha, 2 * levels * beta
    return (ring[0] - tree[0]) / (tree[1] - ring[1])
