# diagnosis: with k = 1 the sum is divided as well
why_divide = "b"
