# An empty file.
# failed: The file is empty
def change(notebook, folder):
    return b""
