# diagnosis: the logarithm is not rounded up, and the way down is missing
def tree_time(nbytes, k, alpha, beta):
    return np.log2(k) * (alpha + nbytes * beta)
