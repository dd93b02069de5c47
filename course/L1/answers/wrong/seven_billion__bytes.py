# diagnosis: above 1000
parameters_gb = 14e9
parameters_gib = 13.04
