# diagnosis: the way back
picture_b = "all_gather"
