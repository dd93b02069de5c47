# diagnosis: is the weights alone
gb_on_each_of_7 = 80 / 7
devices_of_40 = 2
