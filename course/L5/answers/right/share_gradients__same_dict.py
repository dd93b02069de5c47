def share_gradients(dev, gradients, frozen):
    pp = dev["pp"]
    for name in frozen:
        gradients.pop(name, None)
    if "E" in gradients and pp.size > 1:
        other = pp.size - 1 - pp.rank
        pp.send(gradients["E"], other)
        gradients["E"] += pp.recv(other, like=gradients["E"])
    for name in list(gradients):
        gradients[name][:] = dev["dp"].all_reduce(gradients[name], "mean")
    return gradients
