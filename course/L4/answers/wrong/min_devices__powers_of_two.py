# diagnosis: or powers of two
def min_devices(total_gb, device_gb):
    n = 1
    while total_gb / n > device_gb:
        n *= 2
    return n
