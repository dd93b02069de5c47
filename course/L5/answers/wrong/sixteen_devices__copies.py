# diagnosis: counts each of the N copies
stage_all_reduces = 48
all_reduces = 192
hops = 576
layer_all_reduces = 4
