# diagnosis: one slot too many in the total
bubble = 4 / 37
