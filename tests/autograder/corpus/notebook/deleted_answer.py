# An answer deleted.
# loses: double
# reason: not answered yet
# remark: missing; put back as released
def change(notebook, folder):
    notebook["cells"].remove(cell_of(notebook, "double"))
