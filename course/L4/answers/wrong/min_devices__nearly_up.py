# diagnosis: a thousandth of a GB does not fit
def min_devices(total_gb, device_gb):
    return max(1, int(total_gb / device_gb + 0.999))
