def gpt_parameters(n_layers, d_model, n_vocab=51200, n_seq=2048):
    d = d_model
    return 12 * n_layers * d**2 + 13 * n_layers * d + (n_vocab + n_seq) * d
