def split_rows(W, n):
    if len(W) % n:
        raise ValueError(f"{len(W)} rows, {n} devices")
    height = len(W) // n
    pieces, start = [], 0
    while start < len(W):
        pieces.append(W[start : start + height].copy())
        start += height
    return pieces
