# diagnosis: the logarithm is rounded down
import math


def tree_time(nbytes, k, alpha, beta):
    return 2 * round(math.log2(k) + 0.4) * (alpha + nbytes * beta)
