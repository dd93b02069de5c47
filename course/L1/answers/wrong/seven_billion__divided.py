# diagnosis: more bytes each take more memory
parameters_gb = 3.5
parameters_gib = 3.26
