picture_a = " all_reduce "
