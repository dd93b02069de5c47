# The notebook of another language.
# remark: another language
def change(notebook, folder):
    notebook["metadata"] = {"kernelspec": {"name": "ir", "display_name": "R", "language": "R"}}
