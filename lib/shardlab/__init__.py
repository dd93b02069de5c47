"""shardlab: distributed training on emulated devices, NumPy arrays that share nothing.

Start with `run(fn, Mesh(tp=4), shard(X, axis=1))`: it calls fn(dev, X_i) on each device and
counts what they send each other.
"""

from shardlab import draw  # importing it lets Shards, results and timelines show themselves
from shardlab.engine import run
from shardlab.mesh import Mesh
from shardlab.shards import Shards, replicate, shard

__all__ = ["Mesh", "Shards", "draw", "replicate", "run", "shard"]
