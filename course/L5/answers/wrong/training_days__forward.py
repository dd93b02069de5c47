# diagnosis: counts the forward pass alone
def training_days(P, n_tokens, devices, flops):
    operations = 2 * P * n_tokens
    return operations / (devices * flops) / 86_400
