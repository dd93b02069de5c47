# diagnosis: here they end shorter
picture_e = "all_gather"
