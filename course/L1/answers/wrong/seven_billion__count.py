# diagnosis: is the parameters in billions
in_gb = 7
in_gib = 6.519
