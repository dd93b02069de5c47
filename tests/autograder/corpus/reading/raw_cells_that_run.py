# Raw cells, which nbconvert passes on to HTML as they are.
# remark: Cell draw was left as released
def change(notebook, folder):
    evil = "<script>alert(1)</script>"
    notebook["cells"].append(own(evil, "raw"))
    notebook["cells"].insert(3, own(evil, "raw"))
    notebook["cells"][3]["metadata"] = {"raw_mimetype": "text/html", "format": "text/html"}
