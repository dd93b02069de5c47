# diagnosis: grows; a faster link takes less time
volume = 1.36
T_comm = 500
S = 400 / 105
efficiency_fast = 100 / 105
