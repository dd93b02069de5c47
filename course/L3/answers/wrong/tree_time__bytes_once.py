# diagnosis: the bytes are paid once up and once down
def tree_time(nbytes, k, alpha, beta):
    return 2 * (k - 1).bit_length() * alpha + 2 * nbytes * beta
