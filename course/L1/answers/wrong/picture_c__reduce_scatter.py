# diagnosis: so nothing is added
picture_c = "reduce_scatter"
