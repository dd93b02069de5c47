way_of_training = " b"
such_a_gradient = "stale "
