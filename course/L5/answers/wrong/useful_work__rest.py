# diagnosis: useful work is the rest
def useful_work(D, M, overhead):
    return (D - 1) / (M + D - 1) * overhead / overhead * 0.75
