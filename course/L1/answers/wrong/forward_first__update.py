# diagnosis: the update comes last
forward_first = "b"
