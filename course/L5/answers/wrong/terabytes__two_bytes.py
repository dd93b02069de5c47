# diagnosis: takes 2 bytes a number
without_gradients = 175e9 * 6 / 1e12
with_gradients = 175e9 * 8 / 1e12
