wrong_in_note = "B"
seconds_once = 1.09
seconds_ring = 1.63
gbit_per_second = 218
