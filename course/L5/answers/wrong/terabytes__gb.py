# diagnosis: above 100
without_gradients = 2.1
with_gradients = 2800
