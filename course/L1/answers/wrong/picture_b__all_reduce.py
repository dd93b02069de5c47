# diagnosis: the devices end with different numbers
picture_b = "all_reduce"
