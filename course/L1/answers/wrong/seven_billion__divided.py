# diagnosis: more bytes each take more memory
in_gb = 3.5
in_gib = 3.26
