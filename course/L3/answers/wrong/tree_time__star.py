# diagnosis: the messages are counted one after the other
def tree_time(nbytes, k, alpha, beta):
    return 2 * (k - 1) * (alpha + nbytes * beta)
