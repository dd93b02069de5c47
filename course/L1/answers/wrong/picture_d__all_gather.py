# diagnosis: brought nothing to glue
picture_d = "all_gather"
