bubble_limit = 0.0
why_limit = "B"
