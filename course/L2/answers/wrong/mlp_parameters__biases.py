# diagnosis: counts biases
parameters_in_all = 2048 * 8192 + 8192 + 8192 * 2048 + 2048
parameters_per_device = parameters_in_all // 8
fraction_per_device = 1 / 8
