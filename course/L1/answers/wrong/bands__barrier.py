# diagnosis: all wait for all
parallelism = "pipeline"
idle_time = "barrier"
