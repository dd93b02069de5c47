# Files beside it with odd names: quotes, brackets, escapes, line breaks, other letters.
def change(notebook, folder):
    for name in ["a\nb.txt", "x,y.csv", "\"q\".txt", "[1].txt", "ünï.txt", "=1+1.csv", "\x1b[31m.txt", "-rf", "%s.txt", "a b.py"]:
        (folder / name).write_text("x")
    (folder / "deep/er/est").mkdir(parents=True)
    (folder / "deep/er/est/data.csv").write_text("1,2")
