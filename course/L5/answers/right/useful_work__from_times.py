def useful_work(D, M, overhead):
    slots = M + D - 1
    return M * D / (slots * D * overhead)
