# diagnosis: each micro-batch still goes through all stages
bubble_limit = 0
why_limit = "c"
