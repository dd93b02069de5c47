# diagnosis: every term has all b rows
summed_over = "a"
