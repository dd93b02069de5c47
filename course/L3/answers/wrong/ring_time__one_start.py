# diagnosis: start-up is paid once
def ring_time(nbytes, k, alpha, beta):
    return alpha + 2 * (k - 1) / k * nbytes * beta
