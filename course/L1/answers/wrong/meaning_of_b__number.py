# diagnosis: give one letter in quotes
meaning_of_b = 3
