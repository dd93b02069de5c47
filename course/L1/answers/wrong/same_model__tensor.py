# diagnosis: no W is cut here
strategy = "tensor"
averages = "all_reduce"
