# diagnosis: weights stay where they are
on_device_0 = "d"
whole_layers = "pipeline"
