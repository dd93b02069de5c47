# Prints its environment: no token, no home of the grader's, no path of the course.
# never: /root
# shows: PATH
# own cell: total
import os, sys
print(sorted(os.environ), os.environ.get("HOME"), os.environ.get("PYTHONPATH"), os.getcwd())
print([name for name in os.environ if "TOKEN" in name or "JUPYTER" in name or "SECRET" in name])
