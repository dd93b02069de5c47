summed_over = "b "
