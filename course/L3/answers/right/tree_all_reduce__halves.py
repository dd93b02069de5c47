def tree_all_reduce(dev, x):
    total, taking_part, rounds = x.copy(), dev.size, []
    while taking_part > 1:
        half = (taking_part + 1) // 2
        if half <= dev.rank < taking_part:
            dev.send(total, dev.rank - half)
        elif dev.rank + half < taking_part:
            total += dev.recv(dev.rank + half, like=total)
        rounds.append((half, taking_part))
        taking_part = half
    for half, taking_part in reversed(rounds):
        if half <= dev.rank < taking_part:
            total = dev.recv(dev.rank - half, like=total)
        elif dev.rank + half < taking_part:
            dev.send(total, dev.rank + half)
    return total
