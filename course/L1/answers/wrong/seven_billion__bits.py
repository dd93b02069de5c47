# diagnosis: in bits, asked for is bytes
in_gb = 112
in_gib = 104.3
