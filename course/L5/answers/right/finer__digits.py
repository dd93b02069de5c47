plain_bubble = 0.219
interleaved_bubble = 0.0547
left_by_zb_h1 = 0.4
