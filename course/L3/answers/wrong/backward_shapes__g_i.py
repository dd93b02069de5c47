# diagnosis: is that of G_i
term_shape = (16, 384)
dW_i_shape = (768, 384)
bytes_sent = 73728
