# diagnosis: but for which weights
way_of_training = "b"
such_a_gradient = "partial"
