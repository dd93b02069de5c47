# diagnosis: is the size of one term; a ring sends
term_shape = (16, 768)
dW_i_shape = (768, 480)
bytes_sent = 16 * 768 * 4
