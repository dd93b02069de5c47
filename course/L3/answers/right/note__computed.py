bits = 340_000_000 * 32
wrong_in_note = "b"
seconds_once = bits / 10**10
seconds_ring = 1.5 * bits / 10**10
gbit_per_second = bits / 0.05 / 10**9
