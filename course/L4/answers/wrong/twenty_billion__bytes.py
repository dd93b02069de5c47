# diagnosis: is it the unit
parameters_gb = 80e9
adam_gb = 160e9
total_gb = 320e9
devices_of_80 = 4
