# An empty folder.
# failed: the folder is empty
def change(notebook, folder):
    return False
