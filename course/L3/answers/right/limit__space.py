bubble_limit = 0 / 1
why_limit = " b "
