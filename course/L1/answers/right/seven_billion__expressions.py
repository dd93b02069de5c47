parameters_gb = 7e9 * 2 / 10**9
parameters_gib = 7e9 * 2 / 1024**3
