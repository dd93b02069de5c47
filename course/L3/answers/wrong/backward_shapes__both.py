# diagnosis: counts ∂L/∂W_i as well
term_shape = (16, 768)
dW_i_shape = (768, 480)
bytes_sent = 3 * (16 * 768 + 768 * 480) * 2
