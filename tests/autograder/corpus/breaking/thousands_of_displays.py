# A thousand displays, nested HTML among them.
# own cell: double
from IPython.display import HTML, display
for n in range(1000):
    display(n)
for n in range(30):
    display(HTML("<div>" * 5000))
