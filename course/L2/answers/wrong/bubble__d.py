# diagnosis: takes D for D − 1
bubble = 4 / 20
