# diagnosis: not which layer
meaning_of_b = "b"
