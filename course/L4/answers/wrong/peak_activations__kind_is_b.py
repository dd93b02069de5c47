# diagnosis: a kind compared with B, not "B"
def peak_activations(schedule):
    peaks = []
    for stage in schedule:
        held = peak = 0
        for op in stage:
            held += -1 if op.kind == B else 1
            peak = max(peak, held)
        peaks.append(peak)
    return peaks
