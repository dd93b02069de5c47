# The name of a kernel that is nowhere installed.
def change(notebook, folder):
    notebook["metadata"]["kernelspec"] = {"name": "../../evil", "display_name": "x", "language": "python"}
