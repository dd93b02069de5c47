# diagnosis: or one state of Adam
without_gradients = 1.4
with_gradients = 2.8
