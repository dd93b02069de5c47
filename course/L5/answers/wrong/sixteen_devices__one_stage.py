# diagnosis: is for one stage
stage_all_reduces = 48
all_reduces = 48
hops = 144
layer_all_reduces = 4
