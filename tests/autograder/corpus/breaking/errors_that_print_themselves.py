# An error whose message is 100 MB, with a thousand causes.
# loses: double
# cell: double
def double(x):
    try:
        raise ValueError("e" * 100_000_000)
    except ValueError as error:
        for n in range(1000):
            try:
                raise KeyError("k" * 1000) from error
            except KeyError as next_one:
                error = next_one
        raise error
