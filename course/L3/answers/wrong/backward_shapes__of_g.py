# diagnosis: is an all-reduce of G
term_shape = (16, 768)
dW_i_shape = (768, 480)
bytes_sent = 2 * 3 * 16 * 1920 * 4 // 4
