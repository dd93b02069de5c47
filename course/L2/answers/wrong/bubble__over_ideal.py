# diagnosis: idle over ideal
bubble = 3 / 16
