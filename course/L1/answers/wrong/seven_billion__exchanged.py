# diagnosis: in GiB, asked for is GB
in_gb = 14e9 / 2**30
in_gib = 14
