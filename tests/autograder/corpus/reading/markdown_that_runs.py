# A written answer, a text of its own and their pictures, with code in them.
# remark: Cell draw was left as released
def change(notebook, folder):
    evil = "<script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)> ![x](attachment:a.svg)\n```mermaid\n<img src=x onerror=alert(1)>\n```"
    cell_of(notebook, "why")["source"] = evil
    cell_of(notebook, "why")["attachments"] = {"a.svg": {"image/svg+xml": "<svg onload=alert(1)>"}, "b": {"text/html": evil}}
    notebook["cells"].append(own(evil, "markdown", attachments={"a.svg": {"image/svg+xml": "<svg onload=alert(1)>"}}))
