parameters_gb = 80
adam_gb = 160
total_gb = 320
devices_of_80 = 4
