# diagnosis: start-up is paid once
def tree_time(nbytes, k, alpha, beta):
    return alpha + 2 * (k - 1).bit_length() * nbytes * beta
