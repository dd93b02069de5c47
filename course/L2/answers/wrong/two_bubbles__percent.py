# diagnosis: is it a percentage
idle_over_total = 7 / 31
idle_over_ideal = 29.2
