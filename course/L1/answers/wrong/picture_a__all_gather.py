# diagnosis: here numbers are new
picture_a = "all_gather"
