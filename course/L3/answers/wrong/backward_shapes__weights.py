# diagnosis: which of the two gradients is a sum
term_shape = (16, 768)
dW_i_shape = (768, 480)
bytes_sent = 3 * 768 * 480 * 2
