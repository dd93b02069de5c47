"""A communicator of torch.distributed on its gloo backend, as `engine` asks for it."""

import os
import pickle
import socket
from datetime import timedelta
from itertools import chain, combinations

import numpy as np
import torch
import torch.distributed as dist

_OPS = {"sum": dist.ReduceOp.SUM, "max": dist.ReduceOp.MAX, "min": dist.ReduceOp.MIN}
_NUMBERS = "efdbBilq"  # NumPy's codes of the types that gloo adds
_COMPLEX = "FD"
_ROOM = 1024  # bytes that `objects` sends at once
_made = {}  # ranks -> the process group: a program may call run_torch many times


def join(folder, rank, size, timeout):
    """Meet the other ranks of this machine by a file in `folder`."""
    loopback = [name for _, name in socket.if_nameindex() if name in ("lo", "lo0")]
    if loopback:  # gloo would look up the name of the machine, which a container may lack
        os.environ.setdefault("GLOO_SOCKET_IFNAME", loopback[0])
    torch.set_num_threads(1)  # a rank is one process of many
    dist.init_process_group(
        "gloo",
        init_method=f"file://{folder}/rendezvous",
        rank=rank,
        world_size=size,
        timeout=timedelta(seconds=timeout),
    )


def started():
    """Is this program one of several ranks that torchrun started?"""
    if dist.is_initialized():
        return dist.get_world_size() > 1
    told = all(name in os.environ for name in ("RANK", "MASTER_ADDR", "MASTER_PORT"))
    return told and int(os.environ.get("WORLD_SIZE", 1)) > 1


def ranks():
    """How many ranks there are."""
    return dist.get_world_size()


def join_by_environment(timeout):
    """Meet the ranks that torchrun started, unless the program has done so."""
    if not dist.is_initialized():
        dist.init_process_group("gloo", timeout=timedelta(seconds=timeout))


def world(mesh):
    """All ranks, once every group of the mesh is there.

    torch names a group by how many its rank has made before, so all ranks make theirs in one order:
    a rank that made one only when it needs it would wait for ever.
    """
    axes = list(mesh.axes)
    some = chain.from_iterable(combinations(axes, n) for n in range(1, len(axes) + 1))
    for names in some:
        ranks = mesh.group(dist.get_rank(), *names)
        if len(ranks) > 1 and ranks not in _made:
            _made[ranks] = dist.new_group(
                list(ranks), backend="gloo", use_local_synchronization=True
            )
    everybody = tuple(range(mesh.size))
    if ("world", everybody) not in _made:  # apart from the one for collectives
        _made["world", everybody] = dist.new_group(list(everybody), backend="gloo")
    return Communicator(_made["world", everybody], everybody)


class Communicator:
    def __init__(self, group, ranks):
        self._group, self._ranks = group, ranks
        self.rank, self.size = dist.get_rank(group), len(ranks)
        self._posted = []  # (work, message): gloo reads the message until the work is done

    def group(self, ranks):
        return Communicator(_made[ranks], ranks)

    def objects(self, value):
        # torch's all_gather_object asks for the lengths first; most values fit into one round
        message = np.frombuffer(pickle.dumps(value), np.uint8)
        row = np.zeros(8 + _ROOM, np.uint8)
        row[:8].view(np.int64)[0] = len(message)
        row[8 : 8 + len(message)] = message[:_ROOM]
        rows = self.all_gather(row, [len(row)] * self.size).reshape(self.size, -1)
        lengths = rows[:, :8].copy().view(np.int64)[:, 0].tolist()
        if max(lengths) <= _ROOM:
            return [pickle.loads(row[8:]) for row in rows]  # which ignores what follows
        ends = np.cumsum(lengths)[:-1]
        return [pickle.loads(part) for part in np.split(self.all_gather(message, lengths), ends)]

    def adds(self, dtype, op):
        complex_sum = dtype.char in _COMPLEX and op in ("sum", "mean")
        return dtype.isnative and (dtype.char in _NUMBERS or complex_sum)

    def all_reduce(self, x, op):
        total = x.copy()
        if x.size:  # gloo waits for ever for nothing
            dist.all_reduce(torch.from_numpy(total), _OPS[op], group=self._group)
        return total

    def reduce(self, x, op, dst):
        total = x.copy()
        if x.size:
            to = self._ranks[dst]
            dist.reduce(torch.from_numpy(total), to, _OPS[op], group=self._group)
        return total if self.rank == dst else None

    def reduce_scatter(self, x, counts, op):
        # gloo cuts into even pieces at best, and in older versions not at all
        start = sum(counts[: self.rank])
        return self.all_reduce(x, op)[start : start + counts[self.rank]].copy()

    def all_gather(self, x, counts):
        padded = self._rows(counts)
        if padded.size:
            mine = torch.from_numpy(_padded(x, padded.shape[1]))
            dist.all_gather(list(torch.from_numpy(padded)), mine, group=self._group)
        return _cut(padded, counts)

    def gather(self, x, counts, dst):
        padded = self._rows(counts)
        if padded.size:
            rows = list(torch.from_numpy(padded)) if self.rank == dst else None
            mine = torch.from_numpy(_padded(x, padded.shape[1]))
            dist.gather(mine, rows, self._ranks[dst], group=self._group)
        return _cut(padded, counts) if self.rank == dst else None

    def broadcast(self, x, src):
        if x.size:
            dist.broadcast(torch.from_numpy(x), self._ranks[src], group=self._group)
        return x

    def scatter(self, x, counts, src):
        piece = np.empty(max(counts), np.uint8)
        rows = None
        if self.rank == src:
            parts = np.split(x, np.cumsum(counts)[:-1])
            rows = [torch.from_numpy(_padded(part, len(piece))) for part in parts]
        if piece.size:
            dist.scatter(torch.from_numpy(piece), rows, self._ranks[src], group=self._group)
        return piece[: counts[self.rank]].copy()

    def all_to_all(self, x, counts, taken):
        whole = np.empty(sum(taken), np.uint8)
        dist.all_to_all_single(
            torch.from_numpy(whole), torch.from_numpy(x), taken, counts, group=self._group
        )
        return whole

    def barrier(self):
        dist.barrier(group=self._group)

    def post(self, message, to):
        length = np.array([len(message)])
        for array in (length, message.copy()):  # the receiver needs the length first
            work = dist.isend(torch.from_numpy(array), self._ranks[to], group=self._group)
            self._posted.append((work, array))

    def fetch(self, source):
        length = torch.zeros(1, dtype=torch.int64)
        dist.recv(length, self._ranks[source], group=self._group)
        message = torch.empty(int(length), dtype=torch.uint8)
        dist.recv(message, self._ranks[source], group=self._group)
        return message.numpy()

    def flush(self):
        for work, _ in self._posted:
            work.wait()
        self._posted = []

    def close(self):
        """The process groups stay for the next run: see `_made`."""

    def _rows(self, counts):
        """Room for the bytes of each rank, as many as the longest has: gloo gathers even rows."""
        return np.empty((self.size, max(counts)), np.uint8)


def _padded(x, length):
    return np.concatenate([x, np.zeros(length - len(x), np.uint8)])


def _cut(rows, counts):
    return np.concatenate([row[:count] for row, count in zip(rows, counts, strict=True)])
