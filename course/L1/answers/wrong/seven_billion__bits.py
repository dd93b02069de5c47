# diagnosis: is 16 for each
parameters_gb = 112
parameters_gib = 104.3
