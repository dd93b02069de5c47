# Announces a frame of 16 exabytes, and sends nothing.
# loses: double
# remark: Cell double
# cell: double
import gc, struct
from autograder.wire.channel import Channel
(channel,) = [held for held in gc.get_objects() if isinstance(held, Channel)][:1]
channel.sock.sendall(struct.pack(">IQ", 100, (1 << 64) - 1))
