# diagnosis: is no list of 3 numbers
def peak_activations(schedule):
    peaks = []
    for stage in schedule:
        held = peak = 0
        for each in stage:
            held += 1 if each.kind == "F" else -1
            peak = max(peak, held)
        peaks.append(peak)
        return peaks
