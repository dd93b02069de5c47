# diagnosis: is all 7 together
gb_on_each_of_7 = 320
devices_of_40 = 8
