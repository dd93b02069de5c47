# diagnosis: too few; what is less than a device
def min_devices(total_gb, device_gb):
    return -(-int(total_gb) // int(device_gb))
