# diagnosis: D and M exchanged
bubble = 31 / 36
