# diagnosis: one and the same
forward_first = "d"
