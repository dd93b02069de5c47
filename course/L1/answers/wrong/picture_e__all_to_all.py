# diagnosis: makes no new numbers
picture_e = "all_to_all"
