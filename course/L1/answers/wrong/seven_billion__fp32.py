# diagnosis: asked for is FP16
in_gb = 28
in_gib = 26.077
