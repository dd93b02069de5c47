# diagnosis: is that of G_i
term_shape = (16, 480)
dW_i_shape = (768, 480)
bytes_sent = 73728
