# The name that a browser gives to a second download.
# remark: toy (1).ipynb
def change(notebook, folder):
    import json
    (folder / "toy (1).ipynb").write_text(json.dumps(notebook))
    return False
