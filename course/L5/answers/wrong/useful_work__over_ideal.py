# diagnosis: that is over ideal time
def useful_work(D, M, overhead):
    return (1 - (D - 1) / M) / overhead
