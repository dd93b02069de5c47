# diagnosis: raised NameError (name 'd_out' is not defined)
def split_columns(W, n):
    return [W[:, i * d_out // n : (i + 1) * d_out // n] for i in range(n)]
