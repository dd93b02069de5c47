picture_b = " scatter "
