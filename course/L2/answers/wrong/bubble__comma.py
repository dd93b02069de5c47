# diagnosis: remove the comma
bubble = (3 / 19,)
