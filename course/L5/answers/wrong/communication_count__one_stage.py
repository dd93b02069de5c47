# diagnosis: is for one stage
def communication_count(N, D, M):
    all_reduces = 2 * M if N > 1 else 0
    return all_reduces, 2 * M * (D - 1)
