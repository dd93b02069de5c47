in_gb = 14
in_gib = 13.04
