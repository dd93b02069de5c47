# diagnosis: leave out the quotes and the unit
in_gb = "14 GB"
in_gib = 13.04
