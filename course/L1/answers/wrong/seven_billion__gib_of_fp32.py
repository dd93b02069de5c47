# diagnosis: asked for is FP16
in_gb = 14
in_gib = 26.08
