# diagnosis: counted in FP16
parameters_gb = 40
adam_gb = 160
total_gb = 320
devices_of_80 = 4
