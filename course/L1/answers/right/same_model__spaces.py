strategy = "data "
averages = " all_reduce"
