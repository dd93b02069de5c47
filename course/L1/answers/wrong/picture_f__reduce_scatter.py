# diagnosis: so nothing is added
picture_f = "reduce_scatter"
