gb_on_each_of_7 = 20 * 16 / 7
devices_of_40 = 20 * 16 // 40
