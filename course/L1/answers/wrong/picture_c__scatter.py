# diagnosis: each device sends to each
picture_c = "scatter"
