# diagnosis: is it a percentage
efficiency_1 = 16.7
efficiency_25 = 83.3
efficiency_limit = 100
