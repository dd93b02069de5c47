# diagnosis: the other share
bubble = 32 / 36
