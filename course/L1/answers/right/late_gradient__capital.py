way_of_training = "B"
such_a_gradient = "Stale"
