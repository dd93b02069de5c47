# diagnosis: start-up is divided by k, too
def ring_time(nbytes, k, alpha, beta):
    return 2 * (k - 1) / k * (alpha + nbytes * beta)
