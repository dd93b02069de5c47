# diagnosis: goes on from stage to stage
def peak_activations(schedule):
    peaks, peak = [], 0
    for stage in schedule:
        held = 0
        for each in stage:
            held += 1 if each.kind == "F" else -1
            peak = max(peak, held)
        peaks.append(peak)
    return peaks
