def plan_cost(model, cluster, N, D, R, M):
    b = model["batch"] / (R * M)
    layers = model["layers"] / D
    weights = model["parameters"] / (N * D)
    message = b * model["message_bytes"]
    memory = 16 * weights + min(M, D) * b * layers * model["kept_bytes"] / N

    slot = cluster["slot"] + b * layers * model["layer_seconds"] / N
    slot += layers * 4 * 2 * (N - 1) / N * message * cluster["link"]
    if D > 1:
        slot += 2 * message * cluster["network"]
    gradients = 2 * (R - 1) / R * 2 * weights * cluster["network"]
    return memory, (M + D - 1) * slot + gradients


def plan(model, cluster):
    best, best_time = None, float("inf")
    for D in range(model["layers"], 0, -1):
        for N in range(cluster["node"], 0, -1):
            if model["layers"] % D or cluster["node"] % N or cluster["devices"] % (N * D):
                continue
            R = cluster["devices"] // (N * D)
            for M in range(model["batch"], 0, -1):
                if model["batch"] % (R * M):
                    continue
                memory, time = plan_cost(model, cluster, N, D, R, M)
                if memory <= cluster["memory"] and time < best_time:
                    best, best_time = (N, D, R, M), time
    if best:
        return best
    raise ValueError
