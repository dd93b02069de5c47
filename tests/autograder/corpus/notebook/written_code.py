# The written answer turned into code that runs.
# remark: another type
def change(notebook, folder):
    cell = cell_of(notebook, "why")
    cell.update(cell_type="code", source="print('because')", outputs=[], execution_count=None)
