# A number that takes hours to read.
# failed: number
def change(notebook, folder):
    return '{"cells": [], "nbformat": ' + "9" * 100_000 + "}"
