# diagnosis: FP32 has 4 bytes a number
term_shape = (16, 768)
dW_i_shape = (768, 480)
bytes_sent = 36864
