# diagnosis: only the way up is counted
def tree_time(nbytes, k, alpha, beta):
    return (k - 1).bit_length() * (alpha + nbytes * beta)
