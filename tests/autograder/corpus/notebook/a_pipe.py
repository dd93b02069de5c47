# A pipe in its place, which never answers.
# failed: no file that can be read
def change(notebook, folder):
    import os
    os.mkfifo(folder / "toy.ipynb")
    return False
