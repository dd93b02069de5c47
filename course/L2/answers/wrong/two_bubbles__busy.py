# diagnosis: the other share
idle_over_total = 24 / 31
idle_over_ideal = 7 / 24
