def communication_count(N, D, M):
    return 2 * M * D * min(N - 1, 1), 2 * M * D - 2 * M
