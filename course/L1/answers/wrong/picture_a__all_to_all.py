# diagnosis: only moves numbers
picture_a = "all_to_all"
