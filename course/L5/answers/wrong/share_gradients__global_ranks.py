# diagnosis: tp=2, frozen: nothing
def share_gradients(dev, gradients, frozen):
    pipe, shared = dev["pp"], {}
    for name, gradient in gradients.items():
        if name in frozen:
            continue
        if name == "E" and pipe.size > 1:
            other_end = dev["dp"].rank * pipe.size + pipe.size - 1 - pipe.rank
            dev.send(gradient, other_end)
            gradient = gradient + dev.recv(other_end, like=gradient)
        shared[name] = dev["dp"].all_reduce(gradient, "mean")
    return shared
