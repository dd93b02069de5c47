# diagnosis: the array is cut
def tree_time(nbytes, k, alpha, beta):
    return 2 * (k - 1).bit_length() * (alpha + nbytes / k * beta)
