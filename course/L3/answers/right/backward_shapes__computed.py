b, d_in, d_out, N = 16, 768, 1920, 4
term_shape = (b, d_in)
dW_i_shape = (d_in, d_out // N)
bytes_sent = 2 * (N - 1) * b * d_in * 4 // N
