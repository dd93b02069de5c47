# diagnosis: asked for is FP16
parameters_gb = 14
parameters_gib = 26.08
