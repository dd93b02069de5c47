# All cells in the reverse order.
# remark: moved
def change(notebook, folder):
    notebook["cells"].reverse()
