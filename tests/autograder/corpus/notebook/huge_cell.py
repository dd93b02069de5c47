# A cell of a million characters.
def change(notebook, folder):
    notebook["cells"].insert(3, own("# " + "x" * 1_000_000))
