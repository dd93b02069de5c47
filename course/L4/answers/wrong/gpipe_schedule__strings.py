# diagnosis: which is no operation
def gpipe_schedule(D, M):
    return [[f"F{i}" for i in range(M)] + [f"B{i}" for i in range(M)] for _ in range(D)]
