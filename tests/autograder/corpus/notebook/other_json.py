# JSON, but no notebook.
# failed: no notebook
def change(notebook, folder):
    return "[1, 2, 3]"
