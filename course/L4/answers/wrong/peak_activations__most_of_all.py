# diagnosis: the most of all stages
def peak_activations(schedule):
    peaks, peak = [], 0
    for stage in schedule:
        held = 0
        for each in stage:
            held += 1 if each.kind == "F" else -1
            peak = max(peak, held)
    return [peak] * len(schedule)
