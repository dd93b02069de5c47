# diagnosis: five updates were made meanwhile
way_of_training = "d"
such_a_gradient = "stale"
