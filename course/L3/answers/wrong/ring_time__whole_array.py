# diagnosis: each step is charged the whole array
def ring_time(nbytes, k, alpha, beta):
    return 2 * (k - 1) * (alpha + nbytes * beta)
