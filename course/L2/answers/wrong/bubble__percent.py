# diagnosis: a percentage is 100 times
bubble = 11.1
