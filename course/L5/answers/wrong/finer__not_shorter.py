# diagnosis: is that of 1F1B
plain_bubble = 7 / 32
interleaved_bubble = 7 / 32
left_by_zb_h1 = 0.4
