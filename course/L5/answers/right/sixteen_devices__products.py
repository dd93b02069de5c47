stage_all_reduces = 24 + 24
all_reduces = 192
hops = 2 * 24 * (4 - 1)
layer_all_reduces = 4
