# diagnosis: no layer is whole on a device
on_device_0 = "c"
whole_layers = "tensor"
