# diagnosis: device 1 gets no rows
def split_rows(W, n):
    h = len(W) // n
    return [W[i * h : h] for i in range(n)]
