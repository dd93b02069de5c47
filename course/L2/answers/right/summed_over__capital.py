summed_over = "B"
