# diagnosis: multiplies T_comm by 2(k − 1)/k
speedup_of_4 = 400 / (100 + 1.5 * 50)
