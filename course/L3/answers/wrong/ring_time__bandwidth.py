# diagnosis: raised ZeroDivisionError
def ring_time(nbytes, k, alpha, beta):
    return 2 * (k - 1) * (alpha + nbytes / k / beta)
