"""Real ranks: processes that send each other messages by MPI or torch.distributed.

engine      what a device asks for, done by a communicator
mpi, gloo   the communicators
launch      starts the processes; worker is what one of them does; watch waits for them
logbook     what each rank asked for, and its accounts, by the emulator's rules
parcel      functions as bytes, for another process
"""
