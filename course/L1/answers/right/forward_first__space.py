forward_first = "a "
