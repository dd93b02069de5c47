# Changes the installed packages for the next student.
# shows: changed: []
# own cell: total
import os, numpy, shardlab, IPython
changed = []
for module in (numpy, shardlab, IPython, os):
    try:
        with open(module.__file__, "a") as file:
            file.write("\n")
        changed.append(module.__name__)
    except OSError:
        pass
for folder in (os.path.dirname(numpy.__file__), os.path.dirname(os.__file__)):
    try:
        os.makedirs(f"{folder}/__pycache__/x"); changed.append(folder)
    except OSError:
        pass
print("changed:", changed)
