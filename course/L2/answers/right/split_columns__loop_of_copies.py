def split_columns(W, n):
    d_in, d_out = W.shape
    width, rest = divmod(d_out, n)
    if rest:
        raise ValueError("n does not divide the columns")
    pieces = []
    for i in range(n):
        piece = np.empty((d_in, width), dtype=W.dtype)
        for j in range(width):
            piece[:, j] = W[:, i * width + j]
        pieces.append(piece)
    return pieces
