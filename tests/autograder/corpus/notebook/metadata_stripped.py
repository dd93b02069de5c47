# All metadata gone, as some editors do.
# remark: lost nbgrader's metadata
def change(notebook, folder):
    for cell in notebook["cells"]:
        cell["metadata"] = {}
    notebook["metadata"] = {}
