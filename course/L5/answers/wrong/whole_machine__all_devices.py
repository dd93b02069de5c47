# diagnosis: counts the replicas in
devices = 64
holders = 2
share = 1 / 64
