# diagnosis: is the limit for many devices
wrong_in_note = "b"
seconds_once = 1.088
seconds_ring = 2.176
gbit_per_second = 217.6
