# diagnosis: is cut off, not rounded
idle_over_total = 0.22
idle_over_ideal = 0.29
