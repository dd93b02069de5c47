# So many displays in a test that the verdict would not fit.
# loses: double
# remark: printed too much
# cell: double
from IPython.display import display
def double(x):
    for n in range(700):
        display(n)
    print("y" * 200_000)
    return None
