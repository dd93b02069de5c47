# diagnosis: close, but 3 significant digits are asked for
in_gb = 14
in_gib = 13.1
