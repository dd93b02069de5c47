# diagnosis: is one half of the ring
wrong_in_note = "b"
seconds_once = 1.088
seconds_ring = 0.816
gbit_per_second = 217.6
