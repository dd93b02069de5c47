# diagnosis: counts 16 bytes
without_gradients = 2.8
with_gradients = 2.8
