# diagnosis: takes D for D − 1
idle_over_total = 8 / 32
idle_over_ideal = 8 / 24
