# diagnosis: does the append stand inside the loop
def split_columns(W, n):
    if W.shape[1] % n:
        raise ValueError("no equal pieces")
    width = W.shape[1] // n
    pieces = []
    for i in range(n):
        piece = W[:, i * width : (i + 1) * width]
    pieces.append(piece)
    return pieces
