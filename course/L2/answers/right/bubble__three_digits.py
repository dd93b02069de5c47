bubble = 0.158
