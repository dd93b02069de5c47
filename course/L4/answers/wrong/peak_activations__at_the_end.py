# diagnosis: what is held at the end
def peak_activations(schedule):
    held = [0] * len(schedule)
    for s, stage in enumerate(schedule):
        for each in stage:
            held[s] += 1 if each.kind == "F" else -1
    return held
