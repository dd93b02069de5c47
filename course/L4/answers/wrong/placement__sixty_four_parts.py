# diagnosis: 8 parts are enough to fit
placement = "c"
replicas = 1
