# diagnosis: a schedule is one list of operations for each stage
def gpipe_schedule(D, M):
    return [F(i) for i in range(M)] + [B(i) for i in range(M)]
