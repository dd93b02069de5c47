# diagnosis: neither device ends with all
picture_e = "all_reduce"
