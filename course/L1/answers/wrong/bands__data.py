# diagnosis: it lies on one device only
parallelism = "data"
idle_time = "bubble"
