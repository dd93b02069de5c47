# diagnosis: leaves out the gradients
parameters_gb = 80
adam_gb = 160
total_gb = 240
devices_of_80 = 3
