# diagnosis: one too many on each stage
def peak_activations(schedule):
    peaks = []
    for stage in schedule:
        held = peak = 1
        for each in stage:
            held += 1 if each.kind == "F" else -1
            peak = max(peak, held)
        peaks.append(peak)
    return peaks
