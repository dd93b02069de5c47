def min_devices(total_gb, device_gb):
    return int(np.ceil(total_gb / device_gb))
