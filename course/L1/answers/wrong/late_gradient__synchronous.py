# diagnosis: the update waits for the slow one
way_of_training = "a"
such_a_gradient = "stale"
