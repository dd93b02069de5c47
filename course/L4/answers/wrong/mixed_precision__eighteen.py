# diagnosis: 18 would keep the gradients in FP32
mixed_precision = "d"
