# diagnosis: give one of
mixed_precision = "nothing"
