# Links out of the scratch folder, soft and hard, in the place of all that might be copied.
# own cell: total
import os
for name in ("toy.ipynb", "out", "figure.png", "timestamp.txt"):
    for target in ("COURSE/source/T1/toy.ipynb", "/etc/passwd", "/proc/self/environ"):
        for link in (os.symlink, os.link):
            try:
                link(target, name)
            except OSError:
                pass
