# No notebook at all, but something else.
# failed: there is only answer.docx
def change(notebook, folder):
    (folder / "answer.docx").write_bytes(b"PK")
    return False
