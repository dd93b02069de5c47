def training_days(P, n_tokens, devices, flops):
    seconds = 8 * n_tokens / flops * P / devices
    return seconds / 60 / 60 / 24
