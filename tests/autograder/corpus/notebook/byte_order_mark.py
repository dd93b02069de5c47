# A byte order mark and Windows line ends.
def change(notebook, folder):
    import json
    return b"\xef\xbb\xbf" + json.dumps(notebook, indent=1).replace("\n", "\r\n").encode()
