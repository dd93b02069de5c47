# diagnosis: one half is missing
def ring_time(nbytes, k, alpha, beta):
    return (k - 1) * (alpha + nbytes / k * beta)
