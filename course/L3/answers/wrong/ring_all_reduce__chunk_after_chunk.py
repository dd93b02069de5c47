# diagnosis: all chunks are to travel at once, so who waits
def ring_all_reduce(dev, x):
    n = dev.size
    right, left = (dev.rank + 1) % n, (dev.rank - 1) % n
    out = []
    for j, chunk in enumerate(np.array_split(x, n)):  # twice round the ring, then the next one
        place = (dev.rank - j) % n
        if place > 0:
            chunk = chunk + dev.recv(left, like=chunk)
        if place < n - 1:
            dev.send(chunk, right)
            chunk = dev.recv(left, like=chunk)
        if n > 1 and place != n - 2:
            dev.send(chunk, right)
        out.append(chunk)
    return np.concatenate(out)
