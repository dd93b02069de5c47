strategy = "Data"
averages = "All_Reduce"
