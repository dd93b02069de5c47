# diagnosis: counts bytes; a byte has 8 bits
wrong_in_note = "b"
seconds_once = 1.088
seconds_ring = 1.632
gbit_per_second = 27.2
