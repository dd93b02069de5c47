"""The layers on the devices of a tensor-parallel group, written with shardlab.

Device i holds piece i of what cases.py cuts. As in dense.py, a forward pass returns its output and
what backward needs; `tp` is a device, or its group along an axis.
"""

import numpy as np

from . import dense


def column_linear_forward(tp, X, W_i, b_i):
    """Y_i = X W_i + b_i: W is cut between its columns, nothing is sent."""
    return dense.linear_forward(X, W_i, b_i)


def column_linear_backward(tp, kept, G_i):
    """dX = Σ_i G_i W_iᵀ."""
    dX_i, dW_i, db_i = dense.linear_backward(kept, G_i)
    return tp.all_reduce(dX_i), dW_i, db_i


def gathered_column_linear_forward(tp, X, W_i, b_i):
    """Y = [Y_0 | Y_1 | …] on every device."""
    Y_i, kept = column_linear_forward(tp, X, W_i, b_i)
    return tp.all_gather(Y_i, axis=1), kept


def gathered_column_linear_backward(tp, kept, G):
    return column_linear_backward(tp, kept, np.array_split(G, tp.size, axis=1)[tp.rank])


def row_linear_forward(tp, X_i, W_i, b):
    """Y = Σ_i X_i W_i + b: the bias once, after the sum."""
    return tp.all_reduce(X_i @ W_i) + b, (X_i, W_i)


def row_linear_backward(tp, kept, G):
    """dX_i = G W_iᵀ: every device has all of G, so nothing is sent."""
    return dense.linear_backward(kept, G)


def mlp_forward(tp, X, W1_i, b1_i, W2_i, b2):
    """A column cut, then a row cut: H is never glued."""
    A_i, first = column_linear_forward(tp, X, W1_i, b1_i)
    Y, second = row_linear_forward(tp, dense.gelu(A_i), W2_i, b2)
    return Y, (first, A_i, second)


def mlp_backward(tp, kept, G):
    first, A_i, second = kept
    dH_i, dW2_i, db2 = row_linear_backward(tp, second, G)
    dX, dW1_i, db1_i = column_linear_backward(tp, first, dH_i * dense.gelu_slope(A_i))
    return dX, dW1_i, db1_i, dW2_i, db2


def sequence_parallel_mlp_forward(tp, X_i, W1_i, b1_i, W2_i, b2):
    """Outside the block each device holds some rows only: all-gather in, reduce-scatter out."""
    A_i, first = dense.linear_forward(tp.all_gather(X_i, axis=0), W1_i, b1_i)
    H_i = dense.gelu(A_i)
    return tp.reduce_scatter(H_i @ W2_i, axis=0) + b2, (first, A_i, (H_i, W2_i))


def sequence_parallel_mlp_backward(tp, kept, G_i):
    """db2 sums over rows, and each device has some of them."""
    first, A_i, second = kept
    db2 = tp.all_reduce(G_i.sum(axis=0))
    dH_i, dW2_i, _ = dense.linear_backward(second, tp.all_gather(G_i, axis=0))
    dX, dW1_i, db1_i = dense.linear_backward(first, dH_i * dense.gelu_slope(A_i))
    return tp.reduce_scatter(dX, axis=0), dW1_i, db1_i, dW2_i, db2


def attention_forward(tp, X, Wq_i, Wk_i, Wv_i, Wo_i, bo):
    """Whole heads on each device: nothing is sent before the sum over heads."""
    Y_i, kept = dense.heads_forward(X, Wq_i, Wk_i, Wv_i, Wo_i)
    return tp.all_reduce(Y_i) + bo, kept


def attention_backward(tp, kept, G):
    dX_i, *dW_i = dense.heads_backward(kept, G)
    return tp.all_reduce(dX_i), *dW_i, G.sum(axis=(0, 1))
