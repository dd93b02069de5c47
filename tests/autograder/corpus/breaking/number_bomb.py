# A number of billions of digits, made in C, where no signal is heard.
# loses: double
# remark: did not end within 1.5 s
# cell: double
nine = 9
nine ** (nine ** nine)
