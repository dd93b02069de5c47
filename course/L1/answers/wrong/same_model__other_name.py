# diagnosis: give one of "broadcast"
strategy = "data"
averages = "average"
