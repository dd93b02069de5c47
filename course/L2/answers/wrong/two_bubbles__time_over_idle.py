# diagnosis: above 1
idle_over_total = 7 / 31
idle_over_ideal = 24 / 7
