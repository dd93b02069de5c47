# diagnosis: is the efficiency in the limit
bubble_limit = 1
why_limit = "b"
