# diagnosis: give one of "a", "b", "c", "d"
meaning_of_b = "backward"
