def ring_all_reduce(dev, x):
    n = dev.size
    chunks = np.array_split(x, n)
    passing = chunks[dev.rank]
    for t in range(1, 2 * n - 1):
        j = (dev.rank - t) % n
        dev.send(passing, (dev.rank + 1) % n)
        came = dev.recv((dev.rank - 1) % n, like=chunks[j])
        passing = came + chunks[j] if t < n else came
        if t >= n - 1:
            chunks[j] = passing
    return np.concatenate(chunks)
