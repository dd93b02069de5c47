# diagnosis: the others are lost
strategy = "data"
averages = "broadcast"
