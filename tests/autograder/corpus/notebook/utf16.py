# Saved as UTF-16.
# remark: UTF-16
def change(notebook, folder):
    import json
    return json.dumps(notebook).encode("utf-16")
