on_device_0 = " c"
whole_layers = "pipeline "
