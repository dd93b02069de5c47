# diagnosis: is three such steps away
parameters_gb = 14
parameters_gib = 14 / 1.024
