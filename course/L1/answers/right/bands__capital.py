parallelism = "Pipeline"
idle_time = "Bubble"
