# diagnosis: the master copy has 4 bytes of its own
mixed_precision = "b"
