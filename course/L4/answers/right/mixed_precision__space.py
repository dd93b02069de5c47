mixed_precision = "c "
