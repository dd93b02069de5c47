"""nbgrader's gradebook as SQL knows it: its tables, as far as a grading reads and writes them.

nbgrader's own classes say the same, but importing nbgrader takes seconds. A test compares what is
written here with what `nbgrader autograde` writes, table by table.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    DateTime,
    Float,
    Interval,
    String,
    TableClause,
    case,
    column,
    func,
    table,
)


def _table(of: str, /, **columns) -> TableClause:
    return table(of, *(column(key, kind) for key, kind in columns.items()))


Assignment = _table("assignment", id=String, name=String, duedate=DateTime)
Notebook = _table("notebook", id=String, name=String, assignment_id=String)
Cell = _table("base_cell", id=String, name=String, notebook_id=String, type=String)
GradeCell = _table("grade_cells", id=String, max_score=Float, cell_type=String)
TaskCell = _table("task_cells", id=String, max_score=Float, cell_type=String)
SourceCell = _table(
    "source_cell",
    name=String,
    cell_type=String,
    locked=Boolean,
    source=String,
    checksum=String,
    notebook_id=String,
)
Student = _table("student", id=String, first_name=String, last_name=String, email=String)
Submission = _table(
    "submitted_assignment",
    id=String,
    assignment_id=String,
    student_id=String,
    timestamp=DateTime,
    extension=Interval,
)
Submitted = _table(
    "submitted_notebook",
    id=String,
    assignment_id=String,
    notebook_id=String,
    flagged=Boolean,
    late_submission_penalty=Float,
)
Grade = _table(
    "grade",
    id=String,
    cell_id=String,
    notebook_id=String,
    auto_score=Float,
    manual_score=Float,
    extra_credit=Float,
    needs_manual_grade=Boolean,
)
Comment = _table(
    "comment",
    id=String,
    cell_id=String,
    notebook_id=String,
    auto_comment=String,
    manual_comment=String,
)

# what a grade is worth: a person's score before the tests', and extra credit on top of either
given = func.coalesce(Grade.c.manual_score, Grade.c.auto_score)
SCORE = case((given.is_(None), 0.0), else_=given + func.coalesce(Grade.c.extra_credit, 0.0))
