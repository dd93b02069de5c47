def mlp_backward(dev, G, X, W1_i, b1_i, W2_i):
    Z_i = X @ W1_i + b1_i
    H_i = Z_i.clip(min=0)
    dH_i = np.einsum("bo,ho->bh", G, W2_i)
    dH_i[Z_i <= 0] = 0
    dX = dev.all_reduce(np.einsum("bh,dh->bd", dH_i, W1_i))
    return (
        dX,
        np.einsum("bd,bh->dh", X, dH_i),
        dH_i.sum(0),
        np.einsum("bh,bo->ho", H_i, G),
        G.sum(0),
    )
