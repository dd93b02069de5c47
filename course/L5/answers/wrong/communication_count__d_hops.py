# diagnosis: takes D for D − 1
def communication_count(N, D, M):
    all_reduces = 2 * M * D if N > 1 else 0
    return all_reduces, 2 * M * D
