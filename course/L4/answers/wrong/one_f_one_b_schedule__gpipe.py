# diagnosis: stage 0 holds 5 micro-batches
def one_f_one_b_schedule(D, M):
    return [[F(i) for i in range(M)] + [B(i) for i in range(M)] for _ in range(D)]
