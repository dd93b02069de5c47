# diagnosis: that belongs on the fast links
placement = "b"
replicas = 8
