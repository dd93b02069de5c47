placement = "a"
replicas = 64 / 8
