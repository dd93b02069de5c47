picture_c = "ALL_TO_ALL"
