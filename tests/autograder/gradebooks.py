"""A gradebook as text, to compare two of them."""

import sqlite3


def dump(path) -> dict[str, list[tuple]]:
    """Table -> its rows, sorted, with the names of things in the place of their ids."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    db.row_factory = sqlite3.Row
    names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    tables = {name: [dict(row) for row in db.execute(f"SELECT * FROM {name}")] for name in names}
    db.close()
    called: dict[str, str] = {}
    for table, parts in (
        ("assignment", ["name"]),
        ("notebook", ["assignment_id", "name"]),
        ("base_cell", ["notebook_id", "name", "type"]),
        ("source_cell", ["notebook_id", "name"]),
        ("submitted_assignment", ["assignment_id", "student_id"]),
        ("submitted_notebook", ["assignment_id", "notebook_id"]),
        ("grade", ["notebook_id", "cell_id"]),
        ("comment", ["notebook_id", "cell_id"]),
    ):
        for row in tables[table]:
            named = [called.get(row[part], row[part]) for part in parts]
            called[row["id"]] = "/".join(map(str, [table, *named]))
    return {
        name: sorted(
            repr([(key, called.get(value, value)) for key, value in row.items()]) for row in rows
        )
        for name, rows in tables.items()
    }
