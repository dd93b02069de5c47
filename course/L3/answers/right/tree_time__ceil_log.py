def tree_time(nbytes, k, alpha, beta):
    return 2 * int(np.ceil(np.log2(k))) * (alpha + nbytes * beta)
