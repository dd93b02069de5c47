# diagnosis: one letter in quotes
summed_over = ["b", "c"]
