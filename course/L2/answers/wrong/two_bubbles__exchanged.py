# diagnosis: divides by the ideal time
idle_over_total = 7 / 24
idle_over_ideal = 7 / 31
