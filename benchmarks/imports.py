"""What `import shardlab` adds to importing NumPy."""

import subprocess
import sys
from statistics import median
from time import perf_counter

from benchmarks.timing import Row

ROUNDS = 15


def measure():
    times = [(seconds("numpy"), seconds("numpy, shardlab")) for _ in range(ROUNDS)]
    added = median(more - less for less, more in times)
    yield Row("import shardlab, beyond NumPy", added, "s", 0.15)
    yield Row("… over import numpy", 1 + added / median(less for less, _ in times), "×")


def seconds(names):
    """How long a Python takes that imports these and ends."""
    start = perf_counter()
    subprocess.run([sys.executable, "-c", f"import {names}"], check=True)
    return perf_counter() - start
