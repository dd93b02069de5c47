"""The layers on one device in NumPy, their backward passes written by hand.

A forward pass returns its output and what backward needs; a backward pass takes that and the
gradient of the output, and returns the gradients in the order of the arguments.
"""

import numpy as np

SQRT_2_OVER_PI = np.sqrt(2 / np.pi)


def gelu(A):
    """½ A (1 + tanh(√(2/π) (A + 0.044715 A³))): Hendrycks and Gimpel 2016, arXiv:1606.08415."""
    return 0.5 * A * (1 + np.tanh(SQRT_2_OVER_PI * (A + 0.044715 * A**3)))


def gelu_slope(A):
    """dgelu/dA."""
    t = np.tanh(SQRT_2_OVER_PI * (A + 0.044715 * A**3))
    return 0.5 * (1 + t) + 0.5 * A * (1 - t**2) * SQRT_2_OVER_PI * (1 + 3 * 0.044715 * A**2)


def linear_forward(X, W, b):
    """Y = X W + b; X (b, d_in), W (d_in, d_out)."""
    return X @ W + b, (X, W)


def linear_backward(kept, G):
    X, W = kept
    return G @ W.T, X.T @ G, G.sum(axis=0)


def mlp_forward(X, W1, b1, W2, b2):
    """Y = gelu(X W1 + b1) W2 + b2; W1 (d, d_ff), W2 (d_ff, d)."""
    A, first = linear_forward(X, W1, b1)
    Y, second = linear_forward(gelu(A), W2, b2)
    return Y, (first, A, second)


def mlp_backward(kept, G):
    first, A, second = kept
    dH, dW2, db2 = linear_backward(second, G)
    dX, dW1, db1 = linear_backward(first, dH * gelu_slope(A))
    return dX, dW1, db1, dW2, db2


def heads_forward(X, Wq, Wk, Wv, Wo):
    """Σ_h softmax(Q_h K_hᵀ / √d_k, causal) V_h Wo_h; X (b, s, d), Wq (d, h, d_k), Wo (h, d_k, d).

    Vaswani et al. 2017, arXiv:1706.03762, section 3.2.
    """
    Q, K, V = (np.einsum("bsd,dhk->bhsk", X, W) for W in (Wq, Wk, Wv))
    scores = Q @ K.swapaxes(2, 3) / np.sqrt(Q.shape[-1])
    scores[..., ~np.tri(X.shape[1], dtype=bool)] = -np.inf
    P = np.exp(scores - scores.max(axis=-1, keepdims=True))
    P /= P.sum(axis=-1, keepdims=True)
    Z = P @ V
    return np.einsum("bhsk,hkd->bsd", Z, Wo), (X, Wq, Wk, Wv, Wo, Q, K, V, P, Z)


def heads_backward(kept, G):
    X, Wq, Wk, Wv, Wo, Q, K, V, P, Z = kept
    dWo = np.einsum("bhsk,bsd->hkd", Z, G)
    dZ = np.einsum("bsd,hkd->bhsk", G, Wo)
    dP = dZ @ V.swapaxes(2, 3)
    dscores = P * (dP - (P * dP).sum(axis=-1, keepdims=True)) / np.sqrt(Q.shape[-1])
    dQKV = dscores @ K, dscores.swapaxes(2, 3) @ Q, P.swapaxes(2, 3) @ dZ
    dX = sum(np.einsum("bhsk,dhk->bsd", D, W) for D, W in zip(dQKV, (Wq, Wk, Wv), strict=True))
    return dX, *(np.einsum("bsd,bhsk->dhk", X, D) for D in dQKV), dWo


def attention_forward(X, Wq, Wk, Wv, Wo, bo):
    """Y = Σ_h head_h + bo."""
    Y, kept = heads_forward(X, Wq, Wk, Wv, Wo)
    return Y + bo, kept


def attention_backward(kept, G):
    return *heads_backward(kept, G), G.sum(axis=(0, 1))


def train(X, T, blocks, steps, lr):
    """SGD on a chain of MLP blocks with the loss mean((Y − T)²); W1 of block l is blocks[0][l].

    Returns the losses before each step, and the blocks after the last.
    """
    blocks, losses = [each.copy() for each in blocks], []
    for _ in range(steps):
        Y, kept = X, []
        for block in zip(*blocks, strict=True):
            Y, one = mlp_forward(Y, *block)
            kept.append(one)
        losses.append(np.mean((Y - T) ** 2))
        G = 2 * (Y - T) / Y.size
        for number, one in reversed(list(enumerate(kept))):
            G, *gradients = mlp_backward(one, G)
            for weights, gradient in zip(blocks, gradients, strict=True):
                weights[number] -= lr * gradient
    return np.array(losses), blocks
