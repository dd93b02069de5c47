# diagnosis: full to the last byte
def min_devices(total_gb, device_gb):
    return int(total_gb // device_gb) + 1
