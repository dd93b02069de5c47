# diagnosis: s
def ring_time(nbytes, k, alpha, beta):
    return 1e6 * 2 * (k - 1) * (alpha + nbytes / k * beta)
