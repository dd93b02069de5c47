# diagnosis: counts samples
steps = 32
