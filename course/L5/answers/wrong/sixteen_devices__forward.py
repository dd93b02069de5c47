# diagnosis: counts the forward pass alone; backward there is a sum
stage_all_reduces = 24
all_reduces = 192
hops = 144
layer_all_reduces = 4
