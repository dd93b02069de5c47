# diagnosis: is the share of T_W alone
plain_bubble = 7 / 32
interleaved_bubble = 7 / 128
left_by_zb_h1 = 9 / 30
