# diagnosis: swaps pieces
strategy = "data"
averages = "all_to_all"
