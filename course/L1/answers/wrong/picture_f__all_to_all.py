# diagnosis: here all end alike
picture_f = "all_to_all"
