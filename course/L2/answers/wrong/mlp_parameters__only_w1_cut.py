# diagnosis: cuts one of the two matrices
parameters_in_all = 2 * 2048 * 8192
parameters_per_device = 2048 * 8192 // 8 + 8192 * 2048
fraction_per_device = 1 / 8
