def ring_all_reduce(dev, x):
    N, r = dev.size, dev.rank
    pieces = np.array_split(x, N)
    total = [piece + 0.0 for piece in pieces]
    for t in range(N - 1):  # towards smaller ranks
        dev.send(total[(r + t) % N], (r - 1) % N)
        k = (r + t + 1) % N
        total[k] = total[k] + dev.recv((r + 1) % N, like=total[k])
    for t in range(N - 1):
        dev.send(total[(r - 1 + t) % N], (r - 1) % N)
        k = (r + t) % N
        total[k] = dev.recv((r + 1) % N, like=total[k])
    return np.concatenate(total, axis=0)
