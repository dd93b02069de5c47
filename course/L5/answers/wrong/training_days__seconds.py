# diagnosis: is in seconds
def training_days(P, n_tokens, devices, flops):
    operations = (2 + 4 + 2) * P * n_tokens
    return operations / (devices * flops)
