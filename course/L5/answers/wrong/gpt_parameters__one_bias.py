# diagnosis: has d_model biases in the MLP's first layer
def gpt_parameters(n_layers, d_model, n_vocab=51200, n_seq=2048):
    attention = 4 * (d_model * d_model + d_model)
    block = d_model * 4 * d_model + 4 * d_model * d_model + d_model + d_model
    norms = 2 * 2 * d_model
    return n_layers * (attention + block + norms) + (n_vocab + n_seq) * d_model
