# diagnosis: is three such steps away
in_gb = 14
in_gib = 14 / 1.024
