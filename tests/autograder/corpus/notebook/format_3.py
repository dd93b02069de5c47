# nbformat 3, as old tools write it.
# remark: old format
def change(notebook, folder):
    import nbformat
    found = nbformat.convert(nbformat.from_dict({**notebook, "nbformat_minor": 4}), 3)
    return nbformat.writes(found, version=nbformat.NO_CONVERT)
