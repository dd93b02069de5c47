# More cells than anybody writes.
# failed: cells
def change(notebook, folder):
    notebook["cells"] += [own("1")] * 10_000
