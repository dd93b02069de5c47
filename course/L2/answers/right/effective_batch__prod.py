def effective_batch(b, k, a):
    return np.prod([b, k, a])
