# diagnosis: give one of "broadcast"
picture_a = "reduce all"
