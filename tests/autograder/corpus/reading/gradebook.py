# Writes a grade into the gradebook.
# loses: double
# shows: OperationalError
# cell: double
import sqlite3
try:
    db = sqlite3.connect("COURSE/gradebook.db")
    db.execute("UPDATE grade SET manual_score = 100")
    db.commit()
except sqlite3.Error as error:
    print(type(error).__name__)
def double(x):
    return None
