# diagnosis: every device has all layers here
strategy = "pipeline"
averages = "all_reduce"
