# diagnosis: one letter in quotes
why_divide = 3
