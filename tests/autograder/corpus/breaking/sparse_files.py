# A file that only looks huge.
# own cell: double
try:
    with open("sparse", "wb") as file:
        file.truncate(1 << 50)
except OSError:
    pass
