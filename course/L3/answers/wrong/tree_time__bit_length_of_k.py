# diagnosis: one level too many
def tree_time(nbytes, k, alpha, beta):
    return 2 * k.bit_length() * (alpha + nbytes * beta)
