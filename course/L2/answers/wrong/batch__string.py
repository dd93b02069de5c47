# diagnosis: is the string
batch = "128 samples"
