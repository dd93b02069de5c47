# diagnosis: is for the ring
wrong_in_note = "b"
seconds_once = 1.088
seconds_ring = 1.632
gbit_per_second = 326.4
