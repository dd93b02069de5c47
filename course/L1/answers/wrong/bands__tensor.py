# diagnosis: it is whole, not in four parts
parallelism = "tensor"
idle_time = "bubble"
