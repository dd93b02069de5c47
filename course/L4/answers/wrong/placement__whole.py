# diagnosis: does not fit on a device
placement = "d"
replicas = 64
