# diagnosis: in every all-reduce
def plan_cost(model, cluster, N, D, R, M):
    b = model["batch"] / (R * M)
    layers = model["layers"] / D
    weights = model["parameters"] / (N * D)
    message = b * model["message_bytes"]
    memory = 16 * weights + min(M, D) * b * layers * model["kept_bytes"] / N

    slot = cluster["slot"] + b * layers * model["layer_seconds"] / N
    slot += layers * 4 * (N - 1) / N * message * cluster["link"]
    if D > 1:
        slot += 2 * message * cluster["network"]
    gradients = (R - 1) / R * 2 * weights * cluster["network"]
    return memory, (M + D - 1) * slot + gradients
