picture_f = " all_gather "
