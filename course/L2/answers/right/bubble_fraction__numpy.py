def bubble_fraction(D, M):
    return np.float32(D - 1) / np.float32(M + D - 1)
