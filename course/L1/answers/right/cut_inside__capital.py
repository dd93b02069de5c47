on_device_0 = "C"
whole_layers = "Pipeline"
