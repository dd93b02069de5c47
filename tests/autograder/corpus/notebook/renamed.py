# The file has another name.
# remark: homework.ipynb
def change(notebook, folder):
    import json
    (folder / "homework.ipynb").write_text(json.dumps(notebook))
    return False
