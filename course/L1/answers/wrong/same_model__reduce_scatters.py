# diagnosis: leaves each device one piece
strategy = "data"
averages = "reduce_scatter"
