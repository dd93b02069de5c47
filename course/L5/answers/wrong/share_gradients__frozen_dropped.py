# diagnosis: holds frozen gradients, too
def share_gradients(dev, gradients, frozen):
    pipe, shared = dev["pp"], {}
    for name, gradient in gradients.items():
        if name == "E" and name not in frozen and pipe.size > 1:
            other_end = pipe.size - 1 - pipe.rank
            pipe.send(gradient, other_end)
            gradient = gradient + pipe.recv(other_end, like=gradient)
        gradient = dev["dp"].all_reduce(gradient, "mean")
        if name not in frozen:
            shared[name] = gradient
    return shared
