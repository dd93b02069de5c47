def plan_cost(model, cluster, N, D, R, M):
    samples, P = model["batch"] / R / M, model["parameters"] / N / D
    layers, x = model["layers"] / D, samples * model["message_bytes"]
    work = samples * layers * model["layer_seconds"] / N
    sums = 8 * layers * (1 - 1 / N) * x * cluster["link"]
    hops = 0 if D == 1 else x * cluster["network"] + x * cluster["network"]
    update = 4 * P * (1 - 1 / R) * cluster["network"]
    kept = samples * layers * model["kept_bytes"] / N
    return 16 * P + kept * min(M, D), (work + sums + hops + cluster["slot"]) * (M + D - 1) + update
