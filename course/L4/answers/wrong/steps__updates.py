# diagnosis: counts updates
steps = 1
