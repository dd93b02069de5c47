# diagnosis: return two arrays, dX and dW_i
def row_parallel_backward(dev, X_i, W_i, G):
    return G @ W_i.T
