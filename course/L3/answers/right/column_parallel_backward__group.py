def column_parallel_backward(dev, X, W_i, G_i):
    gradient_of_weights = X.T.dot(G_i)
    gradient_of_input = dev["tp"].all_reduce(W_i.dot(G_i.T).T, op="sum")
    return (gradient_of_input, gradient_of_weights)
