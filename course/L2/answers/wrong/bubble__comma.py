# diagnosis: remove the comma
bubble = (4 / 36,)
