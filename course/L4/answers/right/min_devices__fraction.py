import math
from fractions import Fraction


def min_devices(total_gb, device_gb):
    return math.ceil(Fraction(total_gb) / Fraction(device_gb))
