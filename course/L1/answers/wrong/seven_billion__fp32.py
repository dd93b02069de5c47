# diagnosis: asked for is FP16
parameters_gb = 28
parameters_gib = 26.077
