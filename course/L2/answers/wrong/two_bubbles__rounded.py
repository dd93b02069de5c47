# diagnosis: is rounded too hard
idle_over_total = 0.2
idle_over_ideal = 0.3
