picture_f = "ALL_GATHER"
