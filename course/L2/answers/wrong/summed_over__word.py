# diagnosis: give one of "a"
summed_over = "d_in"
