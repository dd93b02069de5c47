# diagnosis: is the size of one term; a ring sends 2(N − 1)/N of it (in Python, 2 * 3 // 4 is 1)
term_shape = (16, 768)
dW_i_shape = (768, 480)
bytes_sent = 2 * 3 // 4 * 16 * 768 * 4
