# diagnosis: 4 bytes each make just that
wrong_in_note = "a"
seconds_once = 1.088
seconds_ring = 1.632
gbit_per_second = 217.6
