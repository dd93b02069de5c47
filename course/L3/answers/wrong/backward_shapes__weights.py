# diagnosis: which of the two gradients is a sum
term_shape = (16, 768)
dW_i_shape = (768, 384)
bytes_sent = 3 * 768 * 384 * 2
