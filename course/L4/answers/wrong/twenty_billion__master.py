# diagnosis: in FP32 there is none
parameters_gb = 80
adam_gb = 160
total_gb = 400
devices_of_80 = 5
