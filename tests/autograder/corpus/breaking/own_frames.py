# Writes frames to every descriptor: replies out of turn, verdicts, halves, and pickles.
# loses: test_double_2
# remark: the code answered with something else than it was asked
# cell: double
import os, pickle
from autograder import wire
from autograder.judgement import CellVerdict, Judgement
def forged():
    yield from wire.pack(("value", 6, (), {}))[0]
    yield from wire.pack(("ran", None))[0]
    yield from wire.pack(("done", {"score": 100}))[0]
    yield pickle.dumps(Judgement([CellVerdict("test_double", 100.0, 1.0)]))
    yield b"\xff" * 12 + b"[" * 1000
def double(x):
    for fd in range(3, 64):
        for part in forged():
            try:
                os.write(fd, part)
            except OSError:
                pass
    return None
