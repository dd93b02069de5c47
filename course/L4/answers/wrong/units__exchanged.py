# diagnosis: and what 1F1B holds; GPipe lets none go
gpipe_units = 4
one_f_one_b_units = 32
