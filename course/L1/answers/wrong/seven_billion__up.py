# diagnosis: a GiB has more bytes than a GB, so divide
parameters_gb = 14
parameters_gib = 15.03
