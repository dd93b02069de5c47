# diagnosis: a GiB has more bytes than a GB, so divide
in_gb = 14
in_gib = 15.03
