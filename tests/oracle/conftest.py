"""JAX on 8 emulated CPU devices, loaded only when a test asks for it."""

from importlib import import_module
from types import SimpleNamespace

import pytest


@pytest.fixture(scope="session")
def jaxed():
    """The oracles that are written in JAX, by name; a test that asks for them needs JAX.

    No module of tests imports JAX from its top: JAX starts threads, and processes that fork (as
    tests of the autograder do) must not have them.
    """
    pytest.importorskip("jax", reason="JAX is missing: pip install -e '.[oracle]'")
    names = ["start", "dense", "layers", "collectives", "train"]
    modules = {name: import_module(f".jax_{name}", __package__) for name in names}
    return SimpleNamespace(**modules)
