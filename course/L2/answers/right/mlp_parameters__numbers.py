parameters_in_all = 33554432
parameters_per_device = 4194304
fraction_per_device = 0.125
