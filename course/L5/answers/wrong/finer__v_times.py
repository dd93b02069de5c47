# diagnosis: has v slots for each
plain_bubble = 7 / 32
interleaved_bubble = 28 / 32
left_by_zb_h1 = 0.4
