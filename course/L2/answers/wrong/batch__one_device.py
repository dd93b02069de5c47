# diagnosis: is the batch of one device
batch = 16
