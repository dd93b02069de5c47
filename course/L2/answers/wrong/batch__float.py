# diagnosis: make it an int
batch = 128.0
