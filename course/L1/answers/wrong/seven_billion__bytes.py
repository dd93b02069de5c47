# diagnosis: above 1000
in_gb = 14e9
in_gib = 13.04
