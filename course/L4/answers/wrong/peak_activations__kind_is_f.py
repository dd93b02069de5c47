# diagnosis: a kind compared with F, not "F"
def peak_activations(schedule):
    peaks = []
    for stage in schedule:
        held = peak = 0
        for op in stage:
            if op.kind == F:
                held += 1
            elif op.kind == B:
                held -= 1
            peak = max(peak, held)
        peaks.append(peak)
    return peaks
