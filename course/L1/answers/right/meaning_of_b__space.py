meaning_of_b = "d "
