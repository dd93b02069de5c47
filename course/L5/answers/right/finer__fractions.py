plain_bubble = 7 / 32
interleaved_bubble = 7 / 32 / 4
left_by_zb_h1 = 12 / 30
