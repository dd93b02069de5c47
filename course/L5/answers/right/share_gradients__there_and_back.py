def share_gradients(dev, gradients, frozen):
    pipe = dev["pp"]
    last = pipe.size - 1
    wanted = {name: np.array(G) for name, G in gradients.items() if name not in frozen}
    if "E" in wanted and last > 0:
        if pipe.rank == last:
            pipe.send(wanted["E"], 0)
            wanted["E"] = pipe.recv(0, like=wanted["E"])
        else:
            wanted["E"] += pipe.recv(last, like=wanted["E"])
            pipe.send(wanted["E"], last)
    return {name: dev["dp"].all_reduce(G, op="mean") for name, G in wanted.items()}
