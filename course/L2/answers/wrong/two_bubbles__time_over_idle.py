# diagnosis: the reciprocal; turn
idle_over_total = 7 / 31
idle_over_ideal = 24 / 7
