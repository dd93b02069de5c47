# Files that an interpreter or IPython would run when it starts.
# never: it ran
# file: usercustomize.py
print("it ran")
# file: evil.pth
import os; print("it ran")
# file: .ipython/profile_default/startup/00.py
print("it ran")
# file: ipython_config.py
c.InteractiveShellApp.exec_lines = ["print('it ran')"]
# file: conftest.py
print("it ran")
# file: pyvenv.cfg
home = /tmp
# file: nbgrader_config.py
print("it ran")
c = get_config()
