# diagnosis: give one of "data"
parallelism = "pipeline parallelism"
idle_time = "bubble"
