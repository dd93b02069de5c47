# diagnosis: added into one buffer
why_divide = "a"
