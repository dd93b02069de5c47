def gpt_parameters(n_layers, d_model, n_vocab=51200, n_seq=2048):
    d = d_model
    shapes = [(d, d), (1, d)] * 4 + [(d, 4 * d), (1, 4 * d), (4 * d, d), (1, d)] + [(1, d)] * 4
    layer = sum(rows * columns for rows, columns in shapes)
    return sum([layer] * n_layers) + d * n_vocab + d * n_seq
