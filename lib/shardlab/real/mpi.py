"""A communicator of MPI, by mpi4py, as `engine` asks for it."""

import numpy as np
from mpi4py import MPI

_OPS = {"sum": MPI.SUM, "max": MPI.MAX, "min": MPI.MIN}
_NUMBERS = "bhilqBHILQfdg"  # NumPy's codes of the types that MPI adds; it has no float16
_COMPLEX = "FDG"


def ranks():
    """How many ranks mpiexec has started."""
    return MPI.COMM_WORLD.size


def world():
    """All ranks that mpiexec started."""
    return Communicator(MPI.COMM_WORLD.Dup())  # apart from what the learner's program sends by MPI


class Communicator:
    def __init__(self, comm):
        self._comm = comm
        self.rank, self.size = comm.rank, comm.size
        self._posted = []  # (request, message): MPI reads the message until the request is done

    def group(self, ranks):
        return Communicator(self._comm.Create_group(self._comm.group.Incl(ranks)))

    def objects(self, value):
        return self._comm.allgather(value)

    def adds(self, dtype, op):
        complex_sum = dtype.char in _COMPLEX and op in ("sum", "mean")
        return dtype.isnative and (dtype.char in _NUMBERS or complex_sum)

    def all_reduce(self, x, op):
        total = np.empty_like(x)
        self._comm.Allreduce(x, total, _OPS[op])
        return total

    def reduce(self, x, op, dst):
        total = np.empty_like(x) if self.rank == dst else None
        self._comm.Reduce(x, total, _OPS[op], dst)
        return total

    def reduce_scatter(self, x, counts, op):
        piece = np.empty(counts[self.rank], x.dtype)
        self._comm.Reduce_scatter(x, piece, counts, _OPS[op])
        return piece

    def all_gather(self, x, counts):
        whole = np.empty(sum(counts), np.uint8)
        self._comm.Allgatherv(x, [whole, counts])
        return whole

    def gather(self, x, counts, dst):
        whole = np.empty(sum(counts), np.uint8) if self.rank == dst else None
        self._comm.Gatherv(x, [whole, counts] if self.rank == dst else None, dst)
        return whole

    def broadcast(self, x, src):
        self._comm.Bcast(x, src)
        return x

    def scatter(self, x, counts, src):
        piece = np.empty(counts[self.rank], np.uint8)
        self._comm.Scatterv([x, counts] if self.rank == src else None, piece, src)
        return piece

    def all_to_all(self, x, counts, taken):
        whole = np.empty(sum(taken), np.uint8)
        self._comm.Alltoallv([x, counts], [whole, taken])
        return whole

    def barrier(self):
        self._comm.Barrier()

    def post(self, message, to):
        self._posted = [each for each in self._posted if not each[0].Test()]
        self._posted.append((self._comm.Isend(message, to), message))

    def fetch(self, source):
        status = MPI.Status()
        incoming = self._comm.Mprobe(source, status=status)
        message = np.empty(status.Get_count(MPI.BYTE), np.uint8)
        incoming.Recv(message)
        return message

    def flush(self):
        MPI.Request.Waitall([request for request, _ in self._posted])
        self._posted = []

    def close(self):
        self._comm.Free()  # an MPI has a few thousand of them
