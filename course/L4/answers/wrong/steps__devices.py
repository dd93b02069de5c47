# diagnosis: is the number of devices
steps = 4
