# diagnosis: rounded too hard
bubble = 0.11
