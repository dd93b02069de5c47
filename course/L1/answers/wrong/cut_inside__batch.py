# diagnosis: here every W stays whole
on_device_0 = "b"
whole_layers = "pipeline"
