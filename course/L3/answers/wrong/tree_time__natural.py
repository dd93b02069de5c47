# diagnosis: the natural logarithm is taken
def tree_time(nbytes, k, alpha, beta):
    return 2 * np.log(k) * (alpha + nbytes * beta)
