# The same where the answer is right: it must not lose, or get more.
# cell: double
def double(x):
    get_ipython().show({"text/plain": "0.25"}, {}, "execute_result")
    get_ipython().listen({"output_type": "error", "ename": "", "evalue": "", "traceback": []})
    return 2 * x
