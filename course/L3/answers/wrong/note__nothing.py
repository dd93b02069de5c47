# diagnosis: divide the bits of the gradients by the bits a second
wrong_in_note = "d"
seconds_once = 1.088
seconds_ring = 1.632
gbit_per_second = 217.6
