"""What the chunks of a sum are made of, as an all-reduce that went wrong leaves them."""

import numpy as np

from shardlab.testing.compare import same


def chunk_counts(outputs, xs):
    """How often chunk e of x_i is in chunk c of what device d returned: an array [d, c, i, e].

    Each x is cut as np.array_split(x, N) does, N = len(xs). None where that can't be told: an
    output of another shape, a mean, chunks of too few numbers to be solved for.
    """
    n, shape = len(xs), xs[0].shape
    if len(outputs) != n or any(getattr(out, "shape", None) != shape for out in outputs):
        return None
    of_x = [np.array_split(x, n) for x in xs]
    counts = np.zeros((n, n, n, n), dtype=int)
    for d, out in enumerate(outputs):
        for c, chunk in enumerate(np.array_split(out, n)):
            alike = [(i, e) for i, e in np.ndindex(n, n) if of_x[i][e].shape == chunk.shape]
            terms = np.stack([of_x[i][e].ravel() for i, e in alike], axis=1)
            if not np.isfinite(chunk).all() or np.linalg.matrix_rank(terms) < len(alike):
                return None
            times = np.rint(np.linalg.lstsq(terms, chunk.ravel())[0])
            if not same(terms @ times, chunk.ravel()):
                return None
            for (i, e), count in zip(alike, times, strict=True):
                counts[d, c, i, e] = count
    return counts
