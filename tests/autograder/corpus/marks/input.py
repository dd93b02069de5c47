# Waits for an input, which nobody gives.
# loses: double
# reason: EOFError
# cell: double
answer = input("your answer? ")
def double(x):
    return answer
