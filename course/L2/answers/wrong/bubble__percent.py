# diagnosis: a percentage is 100 times
bubble = 15.8
