# diagnosis: its age is
way_of_training = "b"
such_a_gradient = "exploding"
