# diagnosis: 2 times too small
steps = 8
