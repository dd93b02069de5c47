# diagnosis: nobody
def communication_count(N, D, M):
    all_reduces = 2 * M * D
    return all_reduces, 2 * M * (D - 1)
