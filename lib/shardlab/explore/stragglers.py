"""Synchronous against asynchronous SGD with one slow worker: loss against time, staleness."""

from functools import cache

import numpy as np

from shardlab import draw
from shardlab.explore.controls import counts, explorer, numbers, paragraph, slider, steps
from shardlab.sgd import MODES, simulate_sgd

UNTIL, SHOWN = 60.0, 12.0  # seconds simulated, and of them drawn one by one
POINTS = 61  # of a curve
HIGHEST = 100  # times the loss at the beginning: further up it is not drawn
RATES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4)
SAMPLES, FEATURES, BATCH = 96, 6, 4
MOST_WORKERS, SLOWEST = 8, 8


def stragglers():
    """Choose workers, how slow one of them is, and lr; see loss, waiting and staleness."""
    controls = [
        slider("workers k", 4, 2, MOST_WORKERS),
        slider("slow worker needs, s", 3, 1, SLOWEST),
        steps("learning rate lr", 0.05, [(f"{lr:g}", lr) for lr in RATES]),
    ]
    return explorer(controls, stragglers_view)


def stragglers_view(k, slow, lr):
    """HTML: k workers fit a line to data for a minute; all but the last need 1 s a gradient.

    slow   seconds that the last worker needs for a gradient, at least 0.1
    lr     learning rate, in both modes the step along one gradient, or along the mean of k
    """
    (k,) = counts("stragglers_view", most=64, k=k)
    (lr,) = numbers("stragglers_view", least=1e-9, most=10, lr=lr)
    (slow,) = numbers("stragglers_view", least=0.1, most=1000, slow=slow)
    seconds = [1] * (k - 1) + [slow]
    times = np.linspace(0, UNTIL, POINTS)
    losses, said, pictures = {}, [], []
    for mode in MODES:
        done = _fit(seconds, lr, UNTIL, mode)
        losses[mode], diverged = _losses(done, times)
        stale = done.staleness or [0]
        idle = np.mean(done.idle_fraction)
        said.append(
            f"{mode.capitalize()}: {len(done.updates)} updates in {UNTIL:g} s, workers idle "
            f"{idle:.1%} of the time, staleness {np.mean(stale):.3g} on average and at most "
            f"{max(stale)}; loss {losses[mode][0]:.3g} → "
            + ("it diverges (drawn no higher)." if diverged else f"{losses[mode][-1]:.3g}.")
        )
        pictures.append(draw.timeline(_fit(seconds, lr, SHOWN, mode)))
    pictures.insert(0, draw.curves(times, losses, "seconds", "loss", "loss against time", log="y"))
    said.append(
        "An asynchronous update is a step along one worker's gradient, a synchronous one along the "
        f"mean of {k}."
    )
    return "".join([*(each._repr_html_() for each in pictures), *map(paragraph, said)])


@cache
def _data():
    """X (samples, features), y: a line with noise, so that no w fits all samples."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(SAMPLES, FEATURES))
    return X, X @ rng.normal(size=FEATURES) + 0.3 * rng.normal(size=SAMPLES)


def _fit(seconds, lr, until, mode):
    """Least squares by SGD; each worker takes its micro-batches from its own part of the data."""
    X, y = _data()
    k = len(seconds)

    def gradient(w, worker, step):
        rows = (worker + k * (BATCH * step + np.arange(BATCH))) % SAMPLES
        return X[rows].T @ (X[rows] @ w - y[rows]) / BATCH

    w0 = np.zeros(FEATURES)
    return simulate_sgd(gradient, w0, seconds=seconds, lr=lr, until=until, mode=mode)


def _losses(done, times):
    """L = ½ mean (X w − y)² over all samples, at each of these times, as far up as is drawn; and
    whether it ends above that."""
    X, y = _data()
    weights = np.array([np.zeros(FEATURES), *(update.weights for update in done.updates)])
    errors = X @ weights.T - y[:, None]
    losses = 0.5 * (errors**2).mean(axis=0)
    since = np.searchsorted([update.time for update in done.updates], times, side="right")
    most = HIGHEST * losses[0]
    return np.minimum(losses[since], most).tolist(), bool(losses[since[-1]] > most)
