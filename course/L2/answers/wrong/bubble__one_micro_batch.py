# diagnosis: of a single micro-batch
bubble = 0.8
