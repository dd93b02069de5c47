# diagnosis: two rounds too many
def ring_all_reduce(dev, x):
    n, me = dev.size, dev.rank
    chunks, total = np.array_split(x, n), [None] * n
    passing = chunks[me]
    for t in range(1, 2 * n + 1):
        j = (me - t) % n
        dev.send(passing, (me + 1) % n)
        came = dev.recv((me - 1) % n, like=chunks[j])
        passing = came + chunks[j] if t < n else came
        if t >= n - 1:
            total[j] = passing
    return np.concatenate(total)
