# diagnosis: more than the two of E
def share_gradients(dev, gradients, frozen):
    pipe, shared = dev["pp"], {}
    if pipe.size > 1 and "E" not in frozen:
        flat = gradients["E"].ravel() if "E" in gradients else np.empty(0)
        flat = pipe.all_gather(flat, axis=0)
        E = flat.reshape(2, -1).sum(axis=0)
    for name, gradient in gradients.items():
        if name not in frozen:
            if name == "E" and pipe.size > 1:
                gradient = E.reshape(gradient.shape)
            shared[name] = dev["dp"].all_reduce(gradient, "mean")
    return shared
