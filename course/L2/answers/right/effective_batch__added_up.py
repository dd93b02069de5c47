def effective_batch(b, k, a):
    samples = 0
    for device in range(k):
        for step in range(a):
            samples += b
    return samples
