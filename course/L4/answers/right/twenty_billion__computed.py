parameters_gb = 20e9 * 4 / 1e9
adam_gb = 2 * parameters_gb
total_gb = 2 * parameters_gb + adam_gb
devices_of_80 = int(np.ceil(total_gb / 80))
