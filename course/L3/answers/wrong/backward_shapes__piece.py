# diagnosis: is a piece; each term is as large
term_shape = (16, 192)
dW_i_shape = (768, 480)
bytes_sent = 73728
