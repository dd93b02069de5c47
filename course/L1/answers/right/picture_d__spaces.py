picture_d = " broadcast "
