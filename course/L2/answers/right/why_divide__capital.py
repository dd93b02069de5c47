why_divide = "C"
