# diagnosis: is the limit for many devices
def ring_time(nbytes, k, alpha, beta):
    return 2 * (k - 1) * alpha + 2 * nbytes * beta
