# A folder in its place.
# failed: is a folder
def change(notebook, folder):
    (folder / "toy.ipynb").mkdir()
    return False
