# diagnosis: one slot too many
def useful_work(D, M, overhead):
    return M / (M + D) / overhead
