# diagnosis: look at what device 0 and 1 end with
picture_c = "broadcast"
