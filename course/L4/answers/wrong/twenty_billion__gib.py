# diagnosis: in GiB, asked for is GB
parameters_gb = 80e9 / 2**30
adam_gb = 160e9 / 2**30
total_gb = 320e9 / 2**30
devices_of_80 = 4
