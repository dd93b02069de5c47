"""What `import shardlab` adds to importing NumPy."""

import subprocess
import sys

from benchmarks.timing import Row, taking_turns


def measure():
    def imported(names):
        return lambda: subprocess.run([sys.executable, "-c", f"import {names}"], check=True)

    best = taking_turns({"with": imported("numpy, shardlab"), "without": imported("numpy")}, 9)
    yield Row("import shardlab, beyond NumPy", best["with"] - best["without"], "s", 0.15)
    yield Row("… over import numpy", best["with"] / best["without"], "×")
