# diagnosis: and so does the master copy
mixed_precision = "a"
