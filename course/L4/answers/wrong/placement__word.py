# diagnosis: give one of
placement = "inside"
replicas = 8
