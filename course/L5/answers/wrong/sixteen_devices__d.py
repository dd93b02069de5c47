# diagnosis: takes D for D − 1
stage_all_reduces = 48
all_reduces = 192
hops = 192
layer_all_reduces = 4
