# A hard link to a friend's notebook: no more than a copy.
def change(notebook, folder):
    import json, os
    other = folder.parent.parent / "notebook-a_hard_link" / "copy"
    other.write_text(json.dumps(notebook))
    os.link(other, folder / "toy.ipynb")
    return False
