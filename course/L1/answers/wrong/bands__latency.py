# diagnosis: the time that a message takes
parallelism = "pipeline"
idle_time = "latency"
