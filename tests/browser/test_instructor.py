"""An instructor in Formgrader: the graded class of the demo."""

import pytest


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
