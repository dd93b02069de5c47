# diagnosis: here only one brings anything
picture_d = "all_to_all"
