def peak_activations(schedule):
    def peak(stage):
        signs = [{"F": 1, "B": -1}[repr(operation)[0]] for operation in stage]
        return max(sum(signs[: at + 1]) for at in range(len(signs)))

    return list(map(peak, schedule))
