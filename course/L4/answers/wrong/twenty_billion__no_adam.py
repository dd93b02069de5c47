# diagnosis: leaves out Adam's states
parameters_gb = 80
adam_gb = 160
total_gb = 160
devices_of_80 = 2
