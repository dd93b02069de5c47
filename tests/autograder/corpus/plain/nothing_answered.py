# The release as it came.
# loses: columns, double, cut, total, why
# reason: No response
def change(notebook, folder):
    import shutil
    shutil.copy(root / "release/T1/toy.ipynb", folder / "toy.ipynb")
    return (folder / "toy.ipynb").read_bytes()
