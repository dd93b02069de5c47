def block_backward(dev, G, X, H_i, W1_i, W2_i):
    through = np.einsum("bo,ho->bh", G, W2_i)
    through[H_i <= 0] = 0
    dW1_i = np.einsum("bi,bh->ih", X, through)
    dW2_i = np.einsum("bh,bo->ho", H_i, G)
    return dev["tp"].all_reduce(np.einsum("bh,ih->bi", through, W1_i)), dW1_i, dW2_i
