"""The same work on emulated devices, on MPI and torch.distributed ranks, and in JAX.

All have one BLAS thread; JAX takes threads of its own besides.
"""

import json
import subprocess
import sys
from importlib.util import find_spec

import numpy as np

from benchmarks.timing import Row
from benchmarks.work import all_reduces, best_step, mlp_arguments, mlp_steps
from shardlab import Mesh, run
from shardlab.ranks import run_mpi, run_torch

N, TIMES, STEPS = 8, 20, 3
b, d_model = 64, 512
SMALL, LARGE = 32, 2**20  # bytes
ROUNDS = 3


def measure():
    for nbytes in (SMALL, LARGE):
        x = np.ones(nbytes // 8)
        calls = {name: _each(engine, x) for name, engine in _engines()}
        if find_spec("mpi4py"):
            calls["mpi4py itself"] = _each(run_mpi, x, mpi_all_reduces)
        if find_spec("torch"):
            calls["torch gloo itself"] = _each(run_torch, x, torch_all_reduces)
        if find_spec("jax"):
            calls["JAX, host devices"] = _in_jax("all_reduce", nbytes, TIMES)
        size = f"{nbytes} bytes" if nbytes < 1024 else f"{nbytes // 1024} KiB"
        yield from _rows(f"all_reduce of {size}, N={N}", calls)
    arguments = (*mlp_arguments(b, d_model), STEPS)
    calls = {name: _step(engine, arguments) for name, engine in _engines()}
    if find_spec("jax"):
        calls["JAX, host devices"] = _in_jax("mlp", b, d_model, STEPS)
    yield from _rows(f"tensor-parallel MLP step, b={b}, d={d_model}, N={N}", calls)


def _engines():
    yield "shardlab, emulated", run
    if find_spec("mpi4py"):
        yield "shardlab on MPI", run_mpi
    if find_spec("torch"):
        yield "shardlab on torch gloo", run_torch


def _each(engine, x, fn=all_reduces):
    """Seconds of an all-reduce, over many of them."""

    def call():
        began, ended = zip(*engine(fn, Mesh(tp=N), x, TIMES).outputs, strict=True)
        return (max(ended) - min(began)) / TIMES

    return call


def _step(engine, arguments):
    return lambda: best_step(engine(mlp_steps, Mesh(tp=N), *arguments))


def _in_jax(*work):
    """JAX wants its number of host devices before it starts: so in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.jax_work", str(N), *map(str, work)]

    def call():
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    return call


def _rows(what, calls):
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(ROUNDS):
        for name, call in calls.items():
            best[name] = min(best[name], call())
    for name, seconds in best.items():
        yield Row(f"{what}: {name}", seconds * 1e6, "µs")


def mpi_all_reduces(dev, x, times):
    from mpi4py import MPI

    class Raw:
        barrier = staticmethod(MPI.COMM_WORLD.Barrier)
        total = np.empty_like(x)

        def all_reduce(self, x):
            MPI.COMM_WORLD.Allreduce(x, self.total)

    return all_reduces(Raw(), x, times)


def torch_all_reduces(dev, x, times):
    import torch
    from torch import distributed

    class Raw:
        barrier = staticmethod(distributed.barrier)
        total = torch.from_numpy(x)

        def all_reduce(self, x):
            distributed.all_reduce(self.total)

    return all_reduces(Raw(), x, times)
