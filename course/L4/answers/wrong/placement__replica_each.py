# diagnosis: would be one model on each device
placement = "a"
replicas = 64
