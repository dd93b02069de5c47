"""A notebook open in JupyterLab, worked on as a person does: by clicks and keys."""

import json

CELLS = ".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Notebook .jp-Cell"


class OpenNotebook:
    def __init__(self, page, lab, path):
        self.page, self.path = page, lab.folder / path
        page.goto(lab.at(f"/lab/tree/{path}"))
        page.locator(CELLS).first.wait_for(timeout=60_000)
        page.locator("#jp-main-statusbar").get_by_text("| Idle").wait_for(timeout=60_000)

    @property
    def cells(self):
        """The cells as the file on disk has them."""
        return json.loads(self.path.read_text())["cells"]

    def cell(self, index):
        return self.page.locator(CELLS).nth(index)

    def index_of(self, grade_id):
        ids = [cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in self.cells]
        return ids.index(grade_id)

    def menu(self, menu, item):
        self.page.get_by_role("menuitem", name=menu, exact=True).click()
        self.page.get_by_role("menuitem", name=item, exact=True).click()

    def run_all(self, timeout=120_000):
        """Run every cell and wait until the last one of code is done."""
        self.menu("Run", "Run All Cells")
        last = max(i for i, cell in enumerate(self.cells) if cell["cell_type"] == "code")
        self._wait_until_done(last, timeout)

    def run(self, index):
        """Run one cell by Ctrl+Enter and wait for its end."""
        self.cell(index).locator(".cm-content").click()
        self.page.keyboard.press("Control+Enter")
        self._wait_until_done(index, 60_000)

    def _wait_until_done(self, index, timeout):
        prompt = self.cell(index).locator(".jp-InputPrompt")
        self.page.wait_for_function(
            "prompt => /\\[\\d+\\]/.test(prompt.textContent)",
            arg=prompt.element_handle(),
            timeout=timeout,
        )

    def write(self, index, source):
        """Replace what stands in a cell."""
        self.cell(index).locator(".cm-content").click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(source)

    def save(self):
        self.page.keyboard.press("Control+S")
        self.page.locator(".jp-mod-dirty").first.wait_for(state="detached")

    def outputs(self, index):
        return self.cell(index).locator(".jp-OutputArea-output")

    def validate(self):
        """Click nbgrader's Validate and return what its dialog says."""
        self.page.get_by_role("button", name="Validate").click()
        dialog = self.page.get_by_role("dialog")
        dialog.wait_for(timeout=90_000)
        words = dialog.inner_text()
        dialog.get_by_role("button").first.click()
        return words
