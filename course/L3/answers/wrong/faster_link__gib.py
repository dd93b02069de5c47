# diagnosis: in GiB
volume = 340e6 * 4 / 2**30
T_comm = 5
S = 400 / 105
efficiency_fast = 100 / 105
