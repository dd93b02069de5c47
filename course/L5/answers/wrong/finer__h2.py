# diagnosis: as ZB-H2 does
plain_bubble = 7 / 32
interleaved_bubble = 7 / 128
left_by_zb_h1 = 3 / 30
