# diagnosis: give one name in quotes
picture_b = 2
