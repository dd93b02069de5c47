term_shape = (16, 768)
dW_i_shape = (768, 480)
bytes_sent = 1.5 * 16 * 768 * 4
