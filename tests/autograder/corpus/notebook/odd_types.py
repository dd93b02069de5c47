# Values of other types wherever there can be: sources as lists, metadata as text, cells as numbers.
# remark: left out
def change(notebook, folder):
    for cell in notebook["cells"]:
        cell["source"] = cell["source"].splitlines(keepends=True)
    notebook["cells"] += [7, None, "text", [], {}, {"cell_type": 3, "source": {"a": 1}, "metadata": "x"}]
    notebook["metadata"] = ["kernelspec"]
    notebook["nbformat_minor"] = "five"
