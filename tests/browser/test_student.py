"""A learner in JupyterLab: the lesson, the assignment, right and wrong."""

import nbformat
from open_notebook import CELLS, OpenNotebook

LESSON = "notebooks/L2_application.ipynb"
ASSIGNMENT = "work/L2/L2_application.ipynb"


def fails_on_purpose(cell):
    return "raises-exception" in cell["metadata"].get("tags", [])


def test_the_start_page_leads_to_lesson_and_assignment(page, lab):
    page.goto(lab.at("/"))
    page.locator(".jp-Notebook").wait_for()
    for name, path in (("lesson", LESSON), ("assignment", ASSIGNMENT)):
        page.get_by_role("tab", name="start.ipynb").click()
        row = page.locator("tr", has_text="L2 Application")
        row.get_by_role("link", name=name).click()
        page.locator(f".lm-TabBar-tab[title*='{path}']").wait_for()
    page.locator(CELLS).first.wait_for()


def test_the_lesson_runs_and_shows_its_pictures(page, lab):
    lesson, errors = OpenNotebook(page, lab, LESSON), []
    lesson.run_all()
    for index, cell in enumerate(lesson.cells):
        if cell["cell_type"] == "code":
            failed = lesson.cell(index).locator("[data-mime-type='application/vnd.jupyter.error']")
            failed = (
                failed.count()
                or lesson.cell(index).locator(".jp-RenderedText pre .ansi-red-fg").count()
            )
            if bool(failed) != fails_on_purpose(cell):
                errors.append("".join(cell["source"]))
    assert errors == []
    pictures = page.locator(".jp-OutputArea svg[role=img]")
    assert pictures.count() >= 10
    labels = pictures.evaluate_all("all => all.map(svg => svg.getAttribute('aria-label') || '')")
    assert [label for label in labels if len(label) < 20] == []
    sizes = pictures.evaluate_all("all => all.map(svg => svg.getBoundingClientRect().width)")
    assert min(sizes) > 20


def test_right_answers_validate_and_a_wrong_one_is_named(page, lab, root):
    sheet = OpenNotebook(page, lab, ASSIGNMENT)
    source = nbformat.read(root / "source/L2/L2_application.ipynb", as_version=4)
    solutions = {
        cell.metadata.nbgrader.grade_id: cell.source
        for cell in source.cells
        if cell.metadata.get("nbgrader", {}).get("solution")
    }
    assert "NotImplementedError" in sheet.validate()
    for grade_id, solution in solutions.items():
        sheet.write(sheet.index_of(grade_id), solution)
    sheet.save()
    assert "Success" in sheet.validate()

    wrong = (root / "course/L2/answers/wrong/split_columns__rows.py").read_text()
    diagnosis = wrong.splitlines()[0].removeprefix("# diagnosis: ")
    sheet.write(sheet.index_of("split_columns"), wrong.split("\n", 1)[1])
    for grade_id in ("imports", "split_columns", "test_split_columns"):
        sheet.run(sheet.index_of(grade_id))
    said = sheet.outputs(sheet.index_of("test_split_columns")).first.inner_text()
    assert "AssertionError" in said
    assert diagnosis in said
    sheet.save()
    assert diagnosis in sheet.validate()
