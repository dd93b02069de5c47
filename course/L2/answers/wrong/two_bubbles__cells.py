# diagnosis: all stages, but the work of one
idle_over_total = 7 / 31
idle_over_ideal = 56 / 24
