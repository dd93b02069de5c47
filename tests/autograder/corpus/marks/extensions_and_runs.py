# IPython's own ways to load code, with magics where a test could be changed.
# loses: double
# shows: loaded
# file: ext.py
def load_ipython_extension(ip):
    print("loaded")
    ip.ast_transformers.append(None)
    ip.events.register("pre_run_cell", lambda *a: None)
# file: helper.py
print("helper")
# cell: double
%load_ext ext
%run helper.py
%autocall 2
%pdb on
get_ipython().ask_exit()
def double(x):
    return None
# cell: cut
get_ipython().ast_transformers.clear()
def cut(W, n):
    return np.array_split(W, n, axis=1)
