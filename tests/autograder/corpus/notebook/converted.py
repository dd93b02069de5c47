# Tests and an answer converted to markdown and raw text.
# remark: another type
def change(notebook, folder):
    for name, kind in [("test_double", "markdown"), ("test_double_2", "raw"), ("cut", "markdown")]:
        cell = cell_of(notebook, name)
        cell["cell_type"] = kind
        cell.pop("outputs"), cell.pop("execution_count")
