term_shape = [16, 768]
dW_i_shape = [768, 1920 // 4]
bytes_sent = 73_728
