# diagnosis: would be one model in 64 parts
placement = "a"
replicas = 1
