# diagnosis: no gradient that could be averaged
forward_first = "c"
