# diagnosis: does a function lack its
def gpipe_schedule(D, M):
    print([[F(i) for i in range(M)] + [B(i) for i in range(M)]] * D)
