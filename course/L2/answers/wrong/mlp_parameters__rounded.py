# diagnosis: a count comes exactly
parameters_in_all = 33_500_000
parameters_per_device = 4_200_000
fraction_per_device = 0.125
