# A date of handing in that is none.
# failed: timestamp.txt holds no date
def change(notebook, folder):
    (folder / "timestamp.txt").write_text("\x1b[31myesterday")
