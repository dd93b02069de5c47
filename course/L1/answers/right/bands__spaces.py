parallelism = " pipeline"
idle_time = "bubble "
