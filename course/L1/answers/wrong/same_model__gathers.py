# diagnosis: lays eight gradients side by side
strategy = "data"
averages = "all_gather"
