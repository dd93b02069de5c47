# Tags by which executors skip, hide or expect an error, on every cell.
# loses: double
def change(notebook, folder):
    cell_of(notebook, "double")["source"] = "def double(x):\n    return None"
    for cell in notebook["cells"]:
        cell["metadata"]["tags"] = ["skip-execution", "raises-exception", "remove-cell", "nbgrader-skip", "parameters"]
        cell["metadata"]["jupyter"] = {"execute": False}
