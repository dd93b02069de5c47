# Doubled and missing cell ids, and ids of the wrong type.
def change(notebook, folder):
    for number, cell in enumerate(notebook["cells"]):
        cell["id"] = "same" if number % 2 else None
        if number % 5 == 0:
            cell.pop("id")
        elif number % 3 == 0:
            cell["id"] = {"a": []}
