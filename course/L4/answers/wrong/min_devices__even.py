# diagnosis: not only even ones
def min_devices(total_gb, device_gb):
    n = 2
    while total_gb / n > device_gb:
        n += 2
    return n
