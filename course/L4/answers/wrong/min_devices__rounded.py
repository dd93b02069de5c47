# diagnosis: too few
def min_devices(total_gb, device_gb):
    return round(total_gb / device_gb)
