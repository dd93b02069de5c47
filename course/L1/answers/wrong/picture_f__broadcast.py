# diagnosis: no device had all of it before
picture_f = "broadcast"
