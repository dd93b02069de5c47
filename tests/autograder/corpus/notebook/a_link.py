# A link to the source in the place of the notebook.
# failed: is a link
def change(notebook, folder):
    (folder / "toy.ipynb").symlink_to(root / "source/T1/toy.ipynb")
    return False
