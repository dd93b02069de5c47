def ring_time(nbytes, k, alpha, beta):
    seconds = 0.0
    for step in range(2 * k - 2):
        seconds += alpha + (nbytes / k) * beta
    return seconds
