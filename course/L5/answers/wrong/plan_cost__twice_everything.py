# diagnosis: takes 2 for 2 (n − 1)/n
def plan_cost(model, cluster, N, D, R, M):
    b = model["batch"] / (R * M)
    layers = model["layers"] / D
    weights = model["parameters"] / (N * D)
    message = b * model["message_bytes"]
    memory = 16 * weights + min(M, D) * b * layers * model["kept_bytes"] / N

    slot = cluster["slot"] + b * layers * model["layer_seconds"] / N
    slot += layers * 4 * 2 *  message * cluster["link"]
    if D > 1:
        slot += 2 * message * cluster["network"]
    gradients = 4 * weights * cluster["network"]
    return memory, (M + D - 1) * slot + gradients
