# A minor format of the future.
# remark: newer than 4.5
def change(notebook, folder):
    notebook["nbformat_minor"] = 99
    notebook["cells"][0]["of_the_future"] = {"a": 1}
