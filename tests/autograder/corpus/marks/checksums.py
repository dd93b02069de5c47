# Checksums that call an answer untouched, or a test the released one.
# loses: double
def change(notebook, folder):
    cell_of(notebook, "double")["source"] = "def double(x):\n    pass"
    for cell in notebook["cells"]:
        if "nbgrader" in cell["metadata"]:
            cell["metadata"]["nbgrader"]["checksum"] = "0" * 32
