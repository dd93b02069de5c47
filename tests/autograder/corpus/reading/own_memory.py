# Searches its own memory, all of it, for what only the grader and other students know.
# What it looks for it has in pieces, so that it doesn't find itself.
# shows: in memory: []
# own cell: setup
import re
wanted = [re.compile(b"".join(b"[%c]" % letter for letter in map(ord, reversed(word)))) for word in SECRETS]
def search():
    found = set()
    with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
        for line in list(maps):
            place, rights, *rest = line.split()
            begin, end = (int(number, 16) for number in place.split("-"))
            if "r" not in rights or "[v" in line or ".so" in line:
                continue
            try:
                memory.seek(begin)
                held = memory.read(end - begin)
            except (OSError, ValueError, OverflowError):
                continue
            found |= {number for number, word in enumerate(wanted) if word.search(held)}
    return sorted(found)
print("in memory:", search())
