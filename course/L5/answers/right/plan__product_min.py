def cost(model, cluster, N, D, R, M):
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
    n = cluster["devices"]
    found = []
    for N in range(1, cluster["node"] + 1):
        for D in range(1, model["layers"] + 1):
            for R in range(1, n + 1):
                if N * D * R != n or cluster["node"] % N or model["layers"] % D:
                    continue
                for M in range(1, model["batch"] + 1):
                    if model["batch"] % (R * M) == 0:
                        memory, seconds = cost(model, cluster, N, D, R, M)
                        if memory <= cluster["memory"]:
                            found.append((seconds, N, D, R, M))
    if not found:
        raise ValueError("nothing fits")
    return list(min(found)[1:])
