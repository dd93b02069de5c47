def share_gradients(dev, gradients, frozen):
    k, pipe = dev["dp"].size, dev["pp"]
    shared = {}
    for name in sorted(set(gradients) - set(frozen)):
        shared[name] = dev["dp"].all_reduce(gradients[name]) / k
    if "E" in shared and pipe.size > 1:
        mine, other = shared["E"], 0 if pipe.rank else pipe.size - 1
        pipe.send(mine, other)
        shared["E"] = mine + pipe.recv(other, like=mine)
    return shared
