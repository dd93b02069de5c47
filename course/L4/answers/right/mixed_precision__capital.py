mixed_precision = "C"
