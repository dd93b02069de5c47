picture_e = " reduce_scatter "
