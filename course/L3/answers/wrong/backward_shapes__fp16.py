# diagnosis: FP32 has 4 bytes a number
term_shape = (16, 768)
dW_i_shape = (768, 384)
bytes_sent = 36864
