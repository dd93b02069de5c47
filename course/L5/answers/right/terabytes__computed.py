without_gradients = 175e9 * (4 + 4 + 4) / 1e12
with_gradients = 2.8
