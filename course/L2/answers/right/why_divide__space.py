why_divide = " c"
