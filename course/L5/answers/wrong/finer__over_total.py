# diagnosis: is idle over total time
plain_bubble = 7 / 39
interleaved_bubble = 7 / 128
left_by_zb_h1 = 0.4
