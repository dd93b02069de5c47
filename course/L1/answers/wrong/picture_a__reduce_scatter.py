# diagnosis: all of the sum, no piece
picture_a = "reduce_scatter"
