# diagnosis: counts one of the two matrices
parameters_in_all = 2048 * 8192
parameters_per_device = 2048 * 1024
fraction_per_device = 1 / 8
