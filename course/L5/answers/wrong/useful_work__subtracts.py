# diagnosis: subtracts the overhead
def useful_work(D, M, overhead):
    return M / (M + D - 1) - (overhead - 1)
