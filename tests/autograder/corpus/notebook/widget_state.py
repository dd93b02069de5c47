# A widget state without `state`.
def change(notebook, folder):
    notebook["metadata"]["widgets"] = {"application/vnd.jupyter.widget-state+json": {"version_major": 2}}
