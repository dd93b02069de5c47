# diagnosis: do you cut and test rows, and when do you raise
def split_rows(W, n):
    if not len(W) % n:
        raise ValueError("n must divide the rows")
    return np.array_split(W, n)
