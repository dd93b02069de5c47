"""What one device holds in training, measured: weights, gradients, optimizer, activations.

A run holds arrays of the right length and dtype that take no room (all their numbers are one), for
the devices between which they are cut, and goes forward and backward through the layers.
"""

from functools import lru_cache

import numpy as np

from shardlab import draw
from shardlab.engine import run
from shardlab.explore.controls import (
    choice,
    counts,
    explorer,
    numbers,
    one_of,
    paragraph,
    slider,
    steps,
)
from shardlab.hardware import A100, H100, V100
from shardlab.mesh import Mesh
from shardlab.words import size

# parameters, layers, d_model: OPT (Zhang et al., arXiv 2205.01068), table 1
MODELS = {
    "1.3 B": (1.3e9, 24, 2048),
    "2.7 B": (2.7e9, 32, 2560),
    "6.7 B": (6.7e9, 32, 4096),
    "13 B": (13e9, 40, 5120),
    "30 B": (30e9, 48, 7168),
    "66 B": (66e9, 64, 9216),
    "175 B": (175e9, 96, 12288),
}
PRECISIONS = {
    "FP32": {"weights": np.float32, "gradients": np.float32},
    "mixed": {"weights": np.float16, "gradients": np.float16, "master weights": np.float32},
}
OPTIMIZERS = {  # what they keep of each parameter, in FP32 as the weights that they update
    "SGD": (),
    "momentum": ("momentum",),
    "Adam": ("Adam: mean", "Adam: variance"),
}
ZERO = {  # what each stage also cuts for the data-parallel devices
    0: (),
    1: ("master weights", *OPTIMIZERS["momentum"], *OPTIMIZERS["Adam"]),
    2: ("gradients",),
    3: ("weights",),
}
DEVICES = {f"{device.name}, {size(device.memory)}": device.memory for device in (V100, A100, H100)}
WAYS = "keeps all", "recomputes"  # its activations: rank 0 and rank 1 of the run
KEPT = 17  # arrays as large as its input that a layer keeps for its backward pass


def memory():
    """Choose model, precision, optimizer, cuts and activations; see what a device holds."""
    doubling = (1, 2, 4, 8, 16, 32, 64)
    controls = [
        choice("model (OPT)", "6.7 B", list(MODELS)),
        choice("precision", "mixed", list(PRECISIONS)),
        choice("optimizer", "Adam", list(OPTIMIZERS)),
        steps("tensor parallel N", 1, doubling[:4]),
        steps("data parallel k", 8, doubling),
        slider("ZeRO stage", 0, 0, 3),
        steps("tokens on a device", 4096, [(f"{n:,}", n) for n in (512, 1024, 2048, 4096, 8192)]),
        choice("device", list(DEVICES)[1], list(DEVICES)),
    ]

    def view(model, precision, optimizer, N, k, zero, tokens, device):
        parameters, layers, d_model = MODELS[model]
        return memory_view(
            parameters,
            layers,
            d_model,
            precision=precision,
            optimizer=optimizer,
            N=N,
            k=k,
            zero=zero,
            tokens=tokens,
            limit=DEVICES[device],
        )

    return explorer(controls, view)


def memory_view(
    parameters,
    layers,
    d_model,
    *,
    precision="mixed",
    optimizer="Adam",
    N=1,
    k=1,
    zero=0,
    tokens=4096,
    limit=80e9,
):
    """HTML: the most that a device holds in a step, and how it comes to that.

    parameters   of the whole model, in `layers` layers of width `d_model`
    precision    "FP32", or "mixed": 16 bits, and FP32 master weights
    optimizer    "SGD", "momentum" or "Adam"
    N            tensor-parallel devices: states, and activations too, are cut for them, but not
                 the inputs of layers that are kept to recompute the rest
    k, zero      data-parallel devices, and what ZeRO cuts for them: 0 nothing, 1 the optimizer's
                 states (with master weights), 2 gradients too, 3 weights too
    tokens       samples times their length, of a micro-batch on a device
    limit        bytes of memory of a device
    """
    (layers,) = counts("memory_view", most=1000, layers=layers)
    d_model, tokens = counts("memory_view", most=10**7, d_model=d_model, tokens=tokens)
    N, k = counts("memory_view", most=10**4, N=N, k=k)
    bounds = {"parameters": parameters, "limit": limit}
    parameters, limit = numbers("memory_view", least=1, most=1e15, **bounds)
    parameters = int(parameters)
    (precision,) = one_of("memory_view", PRECISIONS, precision=precision)
    (optimizer,) = one_of("memory_view", OPTIMIZERS, optimizer=optimizer)
    (zero,) = one_of("memory_view", ZERO, zero=zero)
    done = _train(parameters, layers, d_model, precision, optimizer, N, k, zero, tokens)
    held = [_at_peak(history) for history in done.memory.history]
    peaks = [int(peak) for peak in done.memory.peak_bytes]
    title = "one device at its peak: if it keeps all activations, and if it recomputes them"
    bars = draw.bars(held, title, limit=limit, name=list(WAYS))
    fits = [f"{size(p)}, {'fits' if p <= limit else 'too much'}" for p in peaks]
    said = [
        f"{parameters:,} parameters, {precision}, {optimizer}, on N·k = {N}·{k} = {N * k} devices, "
        f"ZeRO {zero}, {tokens:,} tokens on each. A device holds at most: with all activations "
        f"{fits[0]}; with recomputation {fits[1]}, for one more forward pass. It has "
        f"{size(limit)}.",
        f"Assumed: a layer keeps {KEPT} arrays as large as its input, attention scores not among "
        "them; with N > 1 all are cut (sequence parallelism), but for the inputs that "
        "recomputation keeps: to cut them too would cost an all-gather a layer. Weights that "
        "ZeRO 3 gathers for the layer at work are not counted.",
    ]
    pictures = bars, draw.memory(done, limit=limit, names=WAYS)
    return "".join([*(each._repr_html_() for each in pictures), *map(paragraph, said)])


@lru_cache(maxsize=8)
def _train(parameters, layers, d_model, precision, optimizer, N, k, zero, tokens):
    """A step of one device in two ways: rank 0 keeps all activations, rank 1 inputs of layers only.

    It is that one of N·k devices whose pieces are the largest. An input that is kept for
    recomputation is whole on each of N devices, as in arXiv 2205.05198, table 2.
    """
    states = PRECISIONS[precision] | dict.fromkeys(OPTIMIZERS[optimizer], np.float32)
    cut = {name for stage in range(zero + 1) for name in ZERO[stage]}
    dtype = states["weights"]

    def train(dev):
        for name, its_dtype in states.items():
            piece = _piece(parameters, its_dtype, N)
            dev.memory[name] = _piece(piece.size, its_dtype, k) if name in cut else piece
        recompute = WAYS[dev.rank] == "recomputes"
        one = _piece(tokens * d_model, dtype, N)
        kept = _piece(tokens * d_model, dtype, 1) if recompute else one
        for layer in range(layers):
            dev.memory[f"layer {layer} input"] = kept
            if not recompute:
                dev.memory[f"layer {layer} inside"] = [one] * (KEPT - 1)
        for layer in reversed(range(layers)):
            dev.memory[f"layer {layer} inside"] = [one] * (KEPT - 1)
            del dev.memory[f"layer {layer} inside"], dev.memory[f"layer {layer} input"]

    return run(train, Mesh(dp=2))


def _piece(length, dtype, n):
    """The largest of n pieces of an array of this length, which takes no room itself."""
    return np.array_split(np.broadcast_to(np.ones((), dtype), length), n)[0]


def _at_peak(history):
    """{kind: bytes} when the most was held."""
    most, held = max(change.held for change in history), {}
    for change in history:
        name = "activations" if change.name.startswith("layer") else change.name
        name = "optimizer" if name in (*OPTIMIZERS["momentum"], *OPTIMIZERS["Adam"]) else name
        held[name] = held.get(name, 0) + change.change
        if change.held == most:
            return held
