# The given cell, with other values.
# loses: double
# remark: edited
def change(notebook, folder):
    cell_of(notebook, "setup")["source"] = "scale = 3\nassert_ = None\nclass np: allclose = staticmethod(lambda *a: True)"
    cell_of(notebook, "double")["source"] = "def double(x):\n    return 3 * x"
