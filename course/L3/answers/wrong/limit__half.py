# diagnosis: is 0.5
bubble_limit = 0.5
why_limit = "b"
