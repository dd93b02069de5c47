# diagnosis: takes D for D − 1
bubble = 5 / 36
