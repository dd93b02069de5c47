# diagnosis: make it an int
placement = "a"
replicas = 64 / 8
