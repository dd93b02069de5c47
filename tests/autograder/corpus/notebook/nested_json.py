# JSON that is nested so deeply that reading it would end a parser.
# failed: nested too deeply
def change(notebook, folder):
    return "[" * 200_000
