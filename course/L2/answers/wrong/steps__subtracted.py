# diagnosis: how often does b fit
steps = 32 - 2
