# diagnosis: has the weights twice
without_gradients = 175e9 * 14 / 1e12
with_gradients = 175e9 * 16 / 1e12
