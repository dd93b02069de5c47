# diagnosis: wait for each other in a circle
def peak_activations(schedule):
    return simulate(schedule).peak_activations
