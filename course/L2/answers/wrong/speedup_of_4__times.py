# diagnosis: is the string
speedup_of_4 = "2.67x"
