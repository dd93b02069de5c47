# A Python script with the notebook's name.
# failed: not JSON
def change(notebook, folder):
    return "def double(x):\n    return 2 * x\n"
