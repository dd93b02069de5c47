# diagnosis: idle over ideal
bubble = 4 / 32
