# Frames that would take much memory or time to read.
# loses: double
# remark: Cell double
# cell: double
import gc, struct
from autograder.wire.channel import Channel
(channel,) = [held for held in gc.get_objects() if isinstance(held, Channel)][:1]
table = b'{"value":0,"nodes":[' + b'["list",[[0]]],' * 100_000 + b'["list",[]]],"sizes":[],"regions":[],"changed":{}}'
channel.sock.sendall(struct.pack(">IQ", len(table), 0) + table)
deep = b"[" * 1_000_000
channel.sock.sendall(struct.pack(">IQ", len(deep), 0) + deep)
