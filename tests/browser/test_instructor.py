"""An instructor in Formgrader: the graded class of the demo."""

import shutil

import pytest

PAIR = "ada", "emil"  # the second hands in what the first did


@pytest.fixture(scope="module")
def class_lab(demo, start_lab):
    folder, _ = demo
    return start_lab(folder, ["jupyter", "lab"])


def test_formgrader_lists_the_graded_class(page, class_lab):
    page.goto(class_lab.at("/lab"))  # sets the cookie that Formgrader asks for
    page.locator("#jp-main-dock-panel").wait_for()
    students = {path.name for path in (class_lab.folder / "submitted").iterdir() if path.is_dir()}
    assert len(students) >= 12

    page.goto(f"{class_lab.url}/formgrader/manage_assignments")
    page.get_by_text("L2", exact=True).first.wait_for()

    page.goto(f"{class_lab.url}/formgrader/manage_submissions/L2")
    for student in students:
        page.locator("tbody tr", has_text=student).wait_for()
    graded = page.locator("tbody tr", has_text="ada")
    graded.get_by_text("graded").wait_for()
    assert "100 / 100" in graded.inner_text()

    page.goto(f"{class_lab.url}/formgrader/gradebook/L2")
    page.get_by_text("L2_application").first.wait_for()


def test_formgraders_buttons_grade_and_give_feedback(page, class_lab):
    """A submission handed in anew, graded in the server that JupyterLab runs in."""
    theirs = [class_lab.folder / f"submitted/{name}/L2/L2_application.ipynb" for name in PAIR]
    for path in theirs:
        path.chmod(0o644)
    shutil.copyfile(*theirs)
    page.goto(class_lab.at("/lab"))
    page.locator("#jp-main-dock-panel").wait_for()
    page.goto(f"{class_lab.url}/formgrader/manage_submissions/L2")
    row = page.locator("tbody tr", has=page.locator(".student-id", has_text=PAIR[1]))
    assert "100 / 100" not in row.inner_text()
    for button in ("autograde", "generate-feedback"):
        row.locator(f".{button} a").click()
        page.locator("#success-modal").get_by_text("Success", exact=True).wait_for()
        page.locator("#success-modal").get_by_role("button", name="Close").last.click()
        page.locator("#success-modal").wait_for(state="detached")
        row.get_by_text("100 / 100").wait_for()
    text = (class_lab.folder / f"feedback/{PAIR[1]}/L2/L2_application.html").read_text()
    assert "<script" not in text
