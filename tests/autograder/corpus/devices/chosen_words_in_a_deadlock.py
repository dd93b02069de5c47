# Words of one's own where the emulator names the file and the function that wait.
# loses: total
# reason: Deadlock
# never: chosen-words
# cell: total
words = "-".join(["chosen", "words"])
def total(dev, x):
    dev._engine._ask(("recv", (), ((dev.rank + 1) % dev.size, x), (words, 1, words)))
