# diagnosis: sends the array once
wrong_in_note = "b"
seconds_once = 1.088
seconds_ring = 1.088
gbit_per_second = 217.6
