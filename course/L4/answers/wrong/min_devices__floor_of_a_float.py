# diagnosis: wrapped in int(
def min_devices(total_gb, device_gb):
    return -(-total_gb // device_gb)
