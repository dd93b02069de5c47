# diagnosis: 2 bytes for a gradient
without_gradients = 2.1
with_gradients = 2.45
