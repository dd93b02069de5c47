# Names that Formgrader or a terminal shows: kernel, title, authors, cell ids, with code in them.
# never: evil
def change(notebook, folder):
    evil = "<script>evil()</script>\x1b]0;evil\x07"
    notebook["metadata"] |= {"title": evil, "authors": [{"name": evil}], "widgets": {"x": evil},
        "kernelspec": {"display_name": evil, "name": evil, "language": "python"}, "celltoolbar": evil,
        "language_info": {"name": "python", "pygments_lexer": evil, "codemirror_mode": {"name": evil}}}
    for number, cell in enumerate(notebook["cells"]):
        cell["id"] = f"{evil}{number}"
        cell["metadata"] |= {"name": evil, "tags": [evil], "collapsed": evil, "jupyter": {"source_hidden": evil}}
