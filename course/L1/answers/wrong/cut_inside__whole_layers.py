# diagnosis: the cut between layers
on_device_0 = "a"
whole_layers = "pipeline"
