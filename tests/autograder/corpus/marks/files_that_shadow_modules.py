# Files that take the place of modules, here of NumPy, the library and the grader.
# remark: Left out, as they must not take the place of a module
# file: numpy.py
raise SystemExit
# file: shardlab.py
raise SystemExit
# file: autograder.py
raise SystemExit
# file: random.py
raise SystemExit
# file: sitecustomize.py
raise SystemExit
# file: json/__init__.py
raise SystemExit
