# diagnosis: leaves T_W out
plain_bubble = 7 / 32
interleaved_bubble = 7 / 128
left_by_zb_h1 = (10 + 11) / (10 + 11 + 9)
