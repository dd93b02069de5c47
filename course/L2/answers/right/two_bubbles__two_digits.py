idle_over_total = 0.23
idle_over_ideal = 0.29
