meaning_of_b = "D"
