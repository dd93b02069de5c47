in_gb = 14.0
in_gib = 13.0
