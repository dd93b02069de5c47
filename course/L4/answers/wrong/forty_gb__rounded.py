# diagnosis: rounded too hard
gb_on_each_of_7 = 46
devices_of_40 = 8
