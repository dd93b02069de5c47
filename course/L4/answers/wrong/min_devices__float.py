# diagnosis: make it an int
def min_devices(total_gb, device_gb):
    return np.ceil(total_gb / device_gb)
