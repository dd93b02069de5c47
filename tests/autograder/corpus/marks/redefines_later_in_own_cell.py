# A cell of one's own redefines what another exercise asks for.
# loses: double
# reason: double(3) should be 6
# own cell: double
double = lambda x: 7
