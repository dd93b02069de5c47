# An answer in two cells.
# remark: split
def change(notebook, folder):
    cell = cell_of(notebook, "cut")
    at = notebook["cells"].index(cell)
    rest = dict(cell, source=cell["source"], id="rest")
    cell["source"] = "def helper(W, n):\n    return np.array_split(W, n, axis=1)"
    rest["source"] = "def cut(W, n):\n    return helper(W, n)"
    notebook["cells"].insert(at + 1, rest)
