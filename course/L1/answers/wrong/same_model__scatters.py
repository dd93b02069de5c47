# diagnosis: hands out parts
strategy = "data"
averages = "scatter"
