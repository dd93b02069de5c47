# diagnosis: the other share
parameters_in_all = 2 * 2048 * 8192
parameters_per_device = 2 * 2048 * 1024
fraction_per_device = 7 / 8
