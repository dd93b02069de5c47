parameters_gb = 14.0
parameters_gib = 13.0
