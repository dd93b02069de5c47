def row_parallel_backward(dev, X_i, W_i, G):
    dX = (W_i @ G.T).T
    dW = (G.T @ X_i).T
    return [dX.copy(), dW.copy()]
