# diagnosis: is the parameters in billions
parameters_gb = 7
parameters_gib = 6.519
