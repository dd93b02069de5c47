# diagnosis: give one of "data", "tensor", "pipeline"
on_device_0 = "c"
whole_layers = "pipeline parallelism"
