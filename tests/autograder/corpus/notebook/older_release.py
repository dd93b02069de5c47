# Made from an older release: a test and a given cell were others then.
# remark: made from another release
def change(notebook, folder):
    import hashlib
    cell = cell_of(notebook, "setup")
    cell["source"] = "import numpy as np\n\nscale = 2"
    cell["metadata"]["nbgrader"]["grade_id"] = "setup"
    flags = cell["metadata"]["nbgrader"]
    parts = [cell["source"], "code", False, False, True, "setup"]
    flags["checksum"] = hashlib.md5("".join(map(str, parts)).encode()).hexdigest()
