# diagnosis: leave out the quotes and the unit
parameters_gb = "14 GB"
parameters_gib = 13.04
