def tree_time(nbytes, k, alpha, beta):
    seconds, reached = 0.0, 1
    while reached < k:
        reached *= 2
        seconds += 2 * alpha + 2 * nbytes * beta
    return seconds
