# Half a file.
# failed: cut off
def change(notebook, folder):
    import json
    text = json.dumps(notebook, indent=1)
    return text[: len(text) // 2]
