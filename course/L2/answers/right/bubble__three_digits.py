bubble = 0.111
