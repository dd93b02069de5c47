# Git's conflict markers.
# failed: conflict markers
def change(notebook, folder):
    import json
    lines = json.dumps(notebook, indent=1).split("\n")
    return "\n".join([*lines[:9], "<<<<<<< HEAD", lines[9], "=======", lines[9], ">>>>>>> mine", *lines[10:]])
