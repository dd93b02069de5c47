# The metadata of two answers exchanged, and of a test given to an answer.
# remark: known by the names in it
def change(notebook, folder):
    double, cut = cell_of(notebook, "double"), cell_of(notebook, "cut")
    double["metadata"], cut["metadata"] = cut["metadata"], double["metadata"]
