# diagnosis: here all get all of it
picture_d = "scatter"
