# diagnosis: is that of one block
stage_all_reduces = 48
all_reduces = 192
hops = 144
layer_all_reduces = 2
