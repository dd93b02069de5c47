# diagnosis: is the value in GB
parameters_gb = 14
parameters_gib = 14
