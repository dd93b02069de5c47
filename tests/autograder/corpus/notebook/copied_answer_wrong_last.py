# An answer twice: the last that differs from the release counts.
# loses: double
# remark: more than once
def change(notebook, folder):
    cell = dict(cell_of(notebook, "double"), source="def double(x):\n    return 9")
    notebook["cells"].append(cell)
