# diagnosis: give one letter in quotes
mixed_precision = 16
