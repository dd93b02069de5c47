def useful_work(D, M, overhead):
    bubble = (D - 1) / (D - 1 + M)
    return (1 - bubble) * overhead**-1
