# diagnosis: divides bytes by bits a second
wrong_in_note = "b"
seconds_once = 1.36 / 10
seconds_ring = 1.632
gbit_per_second = 217.6
