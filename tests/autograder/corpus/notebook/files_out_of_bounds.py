# Too many files, and too large ones.
# remark: at most
def change(notebook, folder):
    for n in range(300):
        (folder / f"{n}.txt").write_text("")
    with (folder / "large.bin").open("wb") as file:
        file.truncate(60 << 20)
