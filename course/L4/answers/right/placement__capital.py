placement = "A"
replicas = 8
