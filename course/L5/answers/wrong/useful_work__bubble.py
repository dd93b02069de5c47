# diagnosis: the other share
def useful_work(D, M, overhead):
    return 1 - M / (M + D - 1) / overhead
