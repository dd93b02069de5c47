# Links beside the notebook: to the source, the folder above, the machine.
# remark: links are not followed
# shows: there: []
def change(notebook, folder):
    for name, target in [("a", root / "source/T1/toy.ipynb"), ("b", root), ("c", "/etc/passwd"), ("d", "../../../gradebook.db")]:
        (folder / name).symlink_to(target)
# own cell: total
import os
print("there:", [n for n in ("a", "b", "c", "d") if os.path.exists(n)])
