# diagnosis: nobody ever goes on
parallelism = "pipeline"
idle_time = "deadlock"
