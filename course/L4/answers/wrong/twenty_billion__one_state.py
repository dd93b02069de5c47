# diagnosis: counts one state
parameters_gb = 80
adam_gb = 80
total_gb = 240
devices_of_80 = 3
