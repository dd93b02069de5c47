without_gradients = 2.1
with_gradients = 2.1 + 0.7
