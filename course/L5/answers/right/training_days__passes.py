def training_days(P, n_tokens, devices, flops):
    forward = 2 * P * n_tokens
    passes = {"forward": forward, "again": forward, "backward": 2 * forward}
    return sum(passes.values()) / (24 * 3600 * flops * devices)
