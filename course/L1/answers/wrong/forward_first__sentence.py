# diagnosis: give one of "a", "b", "c", "d"
forward_first = "the loss"
