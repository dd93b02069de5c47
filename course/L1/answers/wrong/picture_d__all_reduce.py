# diagnosis: so there is no sum
picture_d = "all_reduce"
