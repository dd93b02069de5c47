batch = 128.0
