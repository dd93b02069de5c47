# diagnosis: B is no batch
meaning_of_b = "a"
