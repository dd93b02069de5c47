picture_e = "REDUCE_SCATTER"
