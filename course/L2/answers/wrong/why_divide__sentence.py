# diagnosis: give one of
why_divide = "because of the mean"
