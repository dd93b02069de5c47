# diagnosis: a slot takes as long as before
bubble_limit = 0
why_limit = "a"
