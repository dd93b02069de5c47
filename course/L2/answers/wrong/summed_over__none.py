# diagnosis: that is the column cut
summed_over = "d"
