# Outputs that were handed in, among them results and errors of tests.
# loses: double
def change(notebook, folder):
    cell_of(notebook, "double")["source"] = "def double(x):\n    pass"
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            data = {"text/plain": "9", "text/html": "<script>alert(1)</script>"}
            cell["outputs"] = [{"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": 1}]
