picture_c = " all_to_all "
