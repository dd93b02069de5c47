# diagnosis: takes both for square
parameters_in_all = 2 * 2048**2
parameters_per_device = 2 * 2048**2 // 8
fraction_per_device = 1 / 8
