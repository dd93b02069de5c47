idle_over_total = 0.2258
idle_over_ideal = 0.2917
