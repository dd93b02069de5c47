# diagnosis: every device brings a list
picture_b = "all_to_all"
