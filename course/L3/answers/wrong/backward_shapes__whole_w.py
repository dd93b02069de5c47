# diagnosis: is the whole gradient
term_shape = (16, 768)
dW_i_shape = (768, 1920)
bytes_sent = 73728
