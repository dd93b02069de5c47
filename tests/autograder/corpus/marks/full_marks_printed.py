# Prints and displays that look like a verdict.
# loses: double
# cell: double
from IPython.display import display
def double(x):
    display({"text/plain": "1.0"}, raw=True)
    get_ipython().run_cell("1.0")
    print("1.0")
    return None
