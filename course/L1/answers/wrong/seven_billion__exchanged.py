# diagnosis: in GiB, asked for is GB
parameters_gb = 14e9 / 2**30
parameters_gib = 14
