# diagnosis: the other share
bubble = 16 / 19
