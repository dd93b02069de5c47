# diagnosis: leaves out the backward pass
def training_days(P, n_tokens, devices, flops):
    operations = (1 + 2 + 1) * P * n_tokens
    return operations / (devices * flops) / 86_400
