# diagnosis: link=4e-11
def plan(model, cluster):
    def divisors(n):
        return [d for d in range(1, n + 1) if n % d == 0]

    def cost(N, D, R, M):
        b, layers = model["batch"] / (R * M), model["layers"] / D
        weights, message = model["parameters"] / (N * D), b * model["message_bytes"]
        memory = 16 * weights + min(M, D) * b * layers * model["kept_bytes"] / N
        slot = cluster["slot"] + b * layers * model["layer_seconds"] / N
        slot += layers * 4 * 2 * (N - 1) / N * message * 4e-12
        slot += 2 * message * cluster["network"] if D > 1 else 0
        gradients = 2 * (R - 1) / R * 2 * weights * cluster["network"]
        return memory, (M + D - 1) * slot + gradients

    best = None
    for N in divisors(cluster["node"]):
        for D in divisors(model["layers"]):
            R, rest = divmod(cluster["devices"], N * D)
            if rest or model["batch"] % R:
                continue
            for M in divisors(model["batch"] // R):
                memory, seconds = cost(N, D, R, M)
                if memory <= cluster["memory"] and (best is None or seconds < best[0]):
                    best = seconds, (N, D, R, M)
    if best is None:
        raise ValueError("no plan fits; take more devices, or larger ones")
    return best[1]
