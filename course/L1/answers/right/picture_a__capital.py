picture_a = "ALL_REDUCE"
