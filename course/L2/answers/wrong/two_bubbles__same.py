# diagnosis: divides by the total time
idle_over_total = 7 / 31
idle_over_ideal = 7 / 31
