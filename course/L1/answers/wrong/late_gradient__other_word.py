# diagnosis: give one of "averaged"
way_of_training = "b"
such_a_gradient = "late"
