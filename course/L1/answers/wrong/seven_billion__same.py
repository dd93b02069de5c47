# diagnosis: is the value in GB
in_gb = 14
in_gib = 14
