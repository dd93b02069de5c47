# diagnosis: without start-up it does
wrong_in_note = "c"
seconds_once = 1.088
seconds_ring = 1.632
gbit_per_second = 217.6
