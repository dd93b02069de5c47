# diagnosis: but of what
picture_e = "scatter"
