# diagnosis: and more than before
picture_c = "all_gather"
