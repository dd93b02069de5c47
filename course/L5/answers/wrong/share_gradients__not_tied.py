# diagnosis: nothing, but E is tied
def share_gradients(dev, gradients, frozen):
    pipe, shared = dev["pp"], {}
    for name, gradient in gradients.items():
        if name in frozen:
            continue
        if False:
            other_end = pipe.size - 1 - pipe.rank
            pipe.send(gradient, other_end)
            gradient = gradient + pipe.recv(other_end, like=gradient)
        shared[name] = dev["dp"].all_reduce(gradient, "mean")
    return shared
