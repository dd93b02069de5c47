# diagnosis: the learning rate is another choice
why_divide = "d"
