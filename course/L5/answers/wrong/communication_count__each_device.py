# diagnosis: counts each of the N devices
def communication_count(N, D, M):
    all_reduces = 2 * M * D * N if N > 1 else 0
    return all_reduces, 2 * M * (D - 1)
