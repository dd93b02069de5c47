# diagnosis: the pieces are too small
def split_rows(W, n):
    return [row[None] for row in W]
