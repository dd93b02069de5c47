parameters_gb = 14
parameters_gib = 13.04
