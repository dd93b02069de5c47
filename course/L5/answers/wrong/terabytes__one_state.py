# diagnosis: leaves out one of Adam's two states
without_gradients = 1.4
with_gradients = 2.8
