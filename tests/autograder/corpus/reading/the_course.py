# Opens what is in the course: source, text, gradebook, others' work, settings.
# shows: opened: []
# own cell: total
import glob, os
opened = []
for name in ["source/T1/toy.ipynb", "course/T1/assignment.md", "gradebook.db", "nbgrader_config.py",
             "submitted/a-honest/T1/toy.ipynb", "autograded/a-honest/T1/toy.ipynb", "release/T1/toy.ipynb"]:
    for root in ("COURSE", ".", "..", "../../..", "/proc/1/root/COURSE", "/proc/self/cwd/../..", "/proc/1/cwd"):
        try:
            open(f"{root}/{name}").close()
            opened.append((root, name))
        except OSError:
            pass
opened += glob.glob("COURSE/*")
print("opened:", opened)
