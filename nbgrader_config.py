"""nbgrader's settings, for its commands, Formgrader and Validate when started from this folder."""

import os
import sys
import warnings
from pathlib import Path

from autograder.course import Mistake, load
from autograder.front import scripts_on_path

c = get_config()  # noqa: F821 (nbgrader defines it)
root = Path(__file__).resolve().parent

scripts_on_path()

try:
    course_id = load(root).id
except Mistake as mistake:
    course_id = "shardlab"
    if (root / "course").is_dir():
        print(f"nbgrader_config.py: {mistake}", file=sys.stderr)

# nbgrader's own slips, which nobody here can mend
warnings.filterwarnings("ignore", message="Object of type <Submitted.*> not in session")
warnings.filterwarnings("ignore", message="Non-unique cell id")

c.CourseDirectory.root = str(root)
c.CourseDirectory.course_id = course_id

# the exchange must exist; on a shared server, name a folder that everybody may write to
c.Exchange.root = os.environ.get("SHARDLAB_EXCHANGE", str(root / "exchange"))
os.makedirs(c.Exchange.root, exist_ok=True)

# `nbgrader zip_collect L2` takes <student>_L2_application.ipynb from downloaded/L2/archive/
c.FileNameCollectorPlugin.named_regexp = (
    r".*[/\\](?P<student_id>[^/\\]+)_(?P<file_id>L\d+_[^/\\]+\.ipynb)"
)

# release/ is built from source/ and never edited, so it is made anew each time
c.GenerateAssignment.force = True
c.GenerateAssignment.preprocessors = [
    "nbgrader.preprocessors.IncludeHeaderFooter",
    "nbgrader.preprocessors.InstantiateTests",
    "nbgrader.preprocessors.LockCells",
    "autograder.hooks.KeepDots",  # in the place of `ClearSolutions`, whose settings it has
    "nbgrader.preprocessors.ClearOutput",
    "nbgrader.preprocessors.CheckCellMetadata",
    "nbgrader.preprocessors.ComputeChecksums",
    "nbgrader.preprocessors.SaveCells",
    "nbgrader.preprocessors.ClearHiddenTests",
    "nbgrader.preprocessors.ClearMarkScheme",
    "nbgrader.preprocessors.ComputeChecksums",  # again, of what is released
    "nbgrader.preprocessors.CheckCellMetadata",
]
c.GenerateAssignment.post_convert_hook = "autograder.hooks.set_due_date"
c.ClearSolutions.code_stub = {
    "python": "# your code here, in place of the next line\n"
    'raise NotImplementedError("not answered yet: write your code here")'
}
c.ClearSolutions.text_stub = "*Your answer here.*"

c.Execute.timeout = 30  # seconds a cell may take
c.Execute.startup_timeout = 120
c.Execute.iopub_timeout = 10
c.Execute.extra_arguments = ["--IPKernelApp.log_level=40"]
if "nbgrader" in sys.modules:  # else the settings are only read, and importing it takes seconds
    from autograder.hooks import forgive_stderr

    forgive_stderr()

# who computes the verdict, and the page that tells it; see autograder/plugin.py
c.Autograde.exporter_class = "autograder.plugin.Judged"
c.GenerateFeedback.exporter_class = "autograder.plugin.FeedbackPage"
c.GenerateFeedback.force = True  # feedback follows the grades, and is made anew each time
