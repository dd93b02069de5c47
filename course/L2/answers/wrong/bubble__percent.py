# diagnosis: is it a percentage
bubble = 11.1
