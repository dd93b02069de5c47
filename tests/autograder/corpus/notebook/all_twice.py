# Every cell twice.
# remark: more than once
def change(notebook, folder):
    notebook["cells"] = [c for c in notebook["cells"] for _ in range(2)]
