def peak_activations(schedule):
    return [
        int(np.cumsum([1 if each.kind == "F" else -1 for each in stage]).max()) for stage in schedule
    ]
