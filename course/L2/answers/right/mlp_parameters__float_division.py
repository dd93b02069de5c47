parameters_in_all = 2 * 2048 * 8192
parameters_per_device = 2 * 2048 * 8192 / 8
fraction_per_device = 1 / 8
