# Every test cell deleted.
# loses: double
# remark: missing; put back as released
def change(notebook, folder):
    cell_of(notebook, "double")["source"] = "def double(x):\n    return 7"
    notebook["cells"] = [c for c in notebook["cells"] if not grade_id(c).startswith("test_")]
