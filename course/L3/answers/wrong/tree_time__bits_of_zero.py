# diagnosis: one step is charged each way
def tree_time(nbytes, k, alpha, beta):
    return 2 * len(bin(k - 1)[2:]) * (alpha + nbytes * beta)
