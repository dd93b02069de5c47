# diagnosis: is what ZB-H1 saves
plain_bubble = 7 / 32
interleaved_bubble = 7 / 128
left_by_zb_h1 = 0.6
