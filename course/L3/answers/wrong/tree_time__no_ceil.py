# diagnosis: the logarithm is not rounded up
def tree_time(nbytes, k, alpha, beta):
    return 2 * np.log2(k) * (alpha + nbytes * beta)
