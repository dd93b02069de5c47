# diagnosis: takes D for D − 1
plain_bubble = 8 / 32
interleaved_bubble = 7 / 128
left_by_zb_h1 = 0.4
