# diagnosis: is for devices of 80 GB
gb_on_each_of_7 = 320 / 7
devices_of_40 = 4
