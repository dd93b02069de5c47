# A regular expression that never ends, in C, where no signal is heard.
# loses: double
# remark: did not end within 1.5 s
# cell: double
import re
re.match(r"(a+)+$", "a" * 60 + "b")
