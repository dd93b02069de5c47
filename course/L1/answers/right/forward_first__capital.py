forward_first = "A"
