# diagnosis: nobody ends with a piece
picture_d = "reduce_scatter"
