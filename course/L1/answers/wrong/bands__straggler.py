# diagnosis: a slow device
parallelism = "pipeline"
idle_time = "straggler"
