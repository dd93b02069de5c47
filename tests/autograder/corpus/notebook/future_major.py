# A major format of the future.
# failed: format 9
def change(notebook, folder):
    notebook["nbformat"] = 9
