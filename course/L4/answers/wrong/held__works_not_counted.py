# diagnosis: leaves out the micro-batch that stage 3 works on
held_0 = 4
held_3 = 2
held_5 = 1
