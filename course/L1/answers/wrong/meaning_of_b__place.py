# diagnosis: not the place in the order
meaning_of_b = "c"
