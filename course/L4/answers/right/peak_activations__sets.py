def peak_activations(schedule):
    peaks = []
    for stage in schedule:
        held, most = set(), 0
        for operation in stage:
            if operation.kind == "F":
                held.add(operation.index)
            if operation.kind == "B":
                held.discard(operation.index)
            most = max(most, len(held))
        peaks.append(most)
    return tuple(peaks)
