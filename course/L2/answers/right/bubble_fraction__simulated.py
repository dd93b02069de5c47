def bubble_fraction(D, M):
    return pipeline.simulate([[pipeline.F(i) for i in range(M)]] * D).idle_fraction
