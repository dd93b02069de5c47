# diagnosis: the number of devices
batch = 8 * 128
