gb_on_each_of_7 = 45.7
devices_of_40 = 8
