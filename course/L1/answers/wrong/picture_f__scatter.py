# diagnosis: the way there
picture_f = "scatter"
