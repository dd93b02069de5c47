# diagnosis: counts the weights alone
without_gradients = 0.7
with_gradients = 2.8
