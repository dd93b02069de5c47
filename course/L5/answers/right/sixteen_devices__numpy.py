stage_all_reduces = 48
all_reduces = 192
hops = np.int64(144)
layer_all_reduces = 4
