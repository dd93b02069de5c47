# diagnosis: leaves out recomputation
def training_days(P, n_tokens, devices, flops):
    operations = (2 + 4) * P * n_tokens
    return operations / (devices * flops) / 86_400
