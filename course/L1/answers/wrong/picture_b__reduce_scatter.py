# diagnosis: two devices brought nothing
picture_b = "reduce_scatter"
