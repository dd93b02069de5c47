picture_b = "SCATTER"
