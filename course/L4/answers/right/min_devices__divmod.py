def min_devices(total_gb, device_gb):
    n, rest = divmod(total_gb, device_gb)
    return int(n) + (rest > 0)
