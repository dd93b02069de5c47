# diagnosis: too few; on 6 devices
def min_devices(total_gb, device_gb):
    return int(total_gb // device_gb)
