# Magics and shell commands in cells.
# shows: hello from a shell
# own cell: setup
%timeit -n1 -r1 pass
!echo hello from a shell
# own cell: setup
%%time
x = 1
# own cell: setup
%%bash
echo hello
