# A test cell copied, which ends nbgrader's own batch.
# remark: more than once
def change(notebook, folder):
    notebook["cells"].append(dict(cell_of(notebook, "test_double")))
