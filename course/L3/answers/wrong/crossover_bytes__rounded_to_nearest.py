# diagnosis: the logarithm is rounded down
import math


def crossover_bytes(k, alpha, beta):
    levels = round(math.log2(k) + 0.4)
    return (k - 1 - levels) * alpha / ((levels - (k - 1) / k) * beta)
