# diagnosis: one step too many in each half
def ring_time(nbytes, k, alpha, beta):
    return 2 * k * (alpha + nbytes / k * beta)
