# diagnosis: all layers lie on all devices
on_device_0 = "c"
whole_layers = "data"
