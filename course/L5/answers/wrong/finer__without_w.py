# diagnosis: 1F1B waits for T_W, too
plain_bubble = 7 / 32
interleaved_bubble = 7 / 128
left_by_zb_h1 = 12 / 21
