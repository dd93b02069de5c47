picture_d = "BROADCAST"
