# diagnosis: counts the gradients alone
without_gradients = 2.1
with_gradients = 0.7
