# diagnosis: the dimension that X_i and W_i share
summed_over = "c"
