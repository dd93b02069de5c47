# diagnosis: 8 times too small
parameters_in_all = 2 * 2048 * 8192
parameters_per_device = 2 * 2048 * 8192 // 64
fraction_per_device = 1 / 8
