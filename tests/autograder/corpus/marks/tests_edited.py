# Tests that ask for nothing, with points of their own.
# loses: double
# remark: edited
def change(notebook, folder):
    cell_of(notebook, "double")["source"] = "def double(x):\n    pass"
    for cell in notebook["cells"]:
        if grade_id(cell).startswith("test_"):
            cell["source"] = "pass"
            cell["metadata"]["nbgrader"]["points"] = 100
