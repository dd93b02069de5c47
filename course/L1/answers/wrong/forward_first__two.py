# diagnosis: give one letter in quotes
forward_first = ["a", "b"]
