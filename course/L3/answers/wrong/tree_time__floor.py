# diagnosis: the logarithm is rounded down
def tree_time(nbytes, k, alpha, beta):
    return 2 * int(np.log2(k)) * (alpha + nbytes * beta)
