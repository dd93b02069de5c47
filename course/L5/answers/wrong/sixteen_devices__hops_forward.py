# diagnosis: gradients come back
stage_all_reduces = 48
all_reduces = 192
hops = 72
layer_all_reduces = 4
