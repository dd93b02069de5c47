"""What a device computes and sends in a second, and what it holds. Every constant, once.

Presets, of one device and its link to any other: `V100`, `A100`, `H100` inside a node (NVLink
through a switch), `A100_INFINIBAND` and `A100_ETHERNET` between nodes. `ROUND` is what `run` takes
if none is named: numbers for easy sums, and no limit to the memory. For another, say what differs:
`dataclasses.replace(A100, memory=40e9)`.
"""

from dataclasses import dataclass
from math import inf, isnan
from numbers import Real

from shardlab.errors import ShardError
from shardlab.words import duration, size


@dataclass(frozen=True)
class Hardware:
    """A device and its link: a matmul of f operations takes f/flops seconds, a message of n bytes
    α + nβ.

    flops     floating-point operations a second
    memory    bytes; 1 GB is 10^9 of them
    alpha     α, start-up time of a message, seconds
    beta      β, time for one more byte, seconds: 1/bandwidth, in one direction
    source    where the numbers come from

    The rates of the presets are peaks, of 16-bit numbers, and of all links of a device together.
    What a real matmul or message reaches is less.
    """

    flops: float
    memory: float = inf
    alpha: float = 0.0
    beta: float = 0.0
    name: str = "hardware"
    source: str = ""

    def __post_init__(self):
        for name, may_be_zero in (("flops", 0), ("memory", 0), ("alpha", 1), ("beta", 1)):
            value = getattr(self, name)
            number = isinstance(value, Real) and not isinstance(value, bool) and not isnan(value)
            if not number or value < 0 or (value == 0 and not may_be_zero):
                least = "0 or more" if may_be_zero else "above 0"
                raise ShardError(f"Hardware: {name} is a number {least}; it was {value!r}.")
            if value == inf and may_be_zero:
                raise ShardError(
                    f"Hardware: with an infinite {name} no message arrives; give a finite one."
                )

    def __repr__(self):
        memory = "no limit" if self.memory == inf else size(self.memory)
        return (
            f"Hardware({self.name}: {self.flops / 1e12:g} TFLOP/s, memory {memory}, "
            f"α {duration(self.alpha)}, β {duration(self.beta)} a byte)"
        )


ROUND = Hardware(
    flops=1e12, alpha=1e-6, beta=1e-9, name="round numbers", source="chosen for easy sums"
)

# α: what NCCL's cost model (src/graph/tuning.cc, about release 2.25) takes for a step of a ring by
# its Simple protocol. It adds 8.4 µs to each collective, to launch it, which are left out here.
_STEP_NVLINK, _STEP_NETWORK = 3.4e-6, 14e-6
_NCCL = "α: NCCL's cost model, ring, Simple protocol"

V100 = Hardware(
    flops=125e12,  # FP16 with FP32 accumulation, tensor cores
    memory=32e9,
    alpha=_STEP_NVLINK,
    beta=1 / 150e9,  # NVLink 2: 300 GB/s, both directions together
    name="V100",
    source=f"NVIDIA V100 data sheet, SXM2 32 GB; {_NCCL}",
)
A100 = Hardware(
    flops=312e12,  # BF16, dense
    memory=80e9,
    alpha=_STEP_NVLINK,
    beta=1 / 300e9,  # NVLink 3: 600 GB/s, both directions together
    name="A100",
    source=f"NVIDIA A100 data sheet, SXM4 80 GB; {_NCCL}",
)
H100 = Hardware(
    flops=989e12,  # BF16, dense
    memory=80e9,
    alpha=_STEP_NVLINK,
    beta=1 / 450e9,  # NVLink 4: 900 GB/s, both directions together
    name="H100",
    source=f"NVIDIA H100 data sheet, SXM5 80 GB; {_NCCL}",
)
A100_INFINIBAND = Hardware(
    flops=A100.flops,
    memory=A100.memory,
    alpha=_STEP_NETWORK,
    beta=8 / 200e9,  # InfiniBand HDR: 200 Gbit/s in each direction
    name="A100, 200 Gbit/s InfiniBand",
    source=f"NVIDIA A100 data sheet; InfiniBand HDR, one port a device; {_NCCL}",
)
A100_ETHERNET = Hardware(
    flops=A100.flops,
    memory=A100.memory,
    alpha=_STEP_NETWORK,
    beta=8 / 10e9,  # 10 Gbit/s in each direction
    name="A100, 10 Gbit/s Ethernet",
    source=f"NVIDIA A100 data sheet; IEEE 802.3ae, one port a device; {_NCCL}",
)
