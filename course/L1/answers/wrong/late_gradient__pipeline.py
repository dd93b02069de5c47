# diagnosis: five came between
way_of_training = "c"
such_a_gradient = "stale"
