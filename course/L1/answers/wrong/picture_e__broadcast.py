# diagnosis: here the two end differently
picture_e = "broadcast"
