# diagnosis: nothing is averaged
way_of_training = "b"
such_a_gradient = "averaged"
