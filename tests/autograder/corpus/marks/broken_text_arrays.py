# Arrays of text that holds no characters.
# loses: double
# cell: double
def double(x):
    return np.frombuffer(b"\xff" * 8, dtype="<U2")
