# diagnosis: is for 8 devices
gb_on_each_of_7 = 40
devices_of_40 = 8
