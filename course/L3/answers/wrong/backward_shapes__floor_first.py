# diagnosis: did a // early in the line cut off a half
term_shape = (16, 768)
dW_i_shape = (768, 480)
bytes_sent = 2 * 3 // 4 * 16 * 768 * 4
