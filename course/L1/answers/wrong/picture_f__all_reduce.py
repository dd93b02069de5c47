# diagnosis: laid side by side
picture_f = "all_reduce"
