# diagnosis: is for one device
steps = 32
