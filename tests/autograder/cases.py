"""The cases of the corpus: a file each, of what a student hands in and what must become of it.

    # What it tries, in a sentence or two.
    # loses: double               exercises (or graded cells) that get 0; all others have full marks
    # reason: should be 6         words in a reason for missing points
    # remark: locked but edited   words in a remark; without such a line there must be none
    # failed: cut off             words of the reason why nothing could be graded
    # shows: nothing found        words in what it put out; `never` for words that must not be there
    # cell: double                the student's cell of that name, up to the next such line
    # own cell: double            a cell of the student's own, behind the one of that name
    # file: helper.py             a file beside the notebook

What is not answered has the right answer. A case may instead (or also) define
`change(notebook, folder)`, which is called on the finished notebook in the folder where it will be
written; what it returns (bytes or text) is written in its place. `COURSE` in a text is the course's
folder, and `SECRETS` are reversed, so that a case does not hold what it looks for.
"""

import copy
import json
import re
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent / "corpus"
SECRETS = ["7731.25", "15462.5", "hidden-heron", "lynx", "otter", "badger", "private-gull"]
ANSWERS = {
    "columns": "columns = 5",
    "double": "def double(x):\n    return scale * x",
    "cut": "def cut(W, n):\n    return np.array_split(W, n, axis=1)",
    "total": "def total(dev, x):\n    return dev.all_reduce(x)",
    "why": "Because a sum may be taken in any order.",
}
_MARK = re.compile(r"# (cell|own cell|file): (.+)")
_FACT = re.compile(r"# (loses|reason|remark|failed|shows|never): (.+)")


@dataclass
class Case:
    name: str  # group-name, which is the student's too
    about: str = ""
    facts: dict[str, list[str]] = field(default_factory=dict)
    parts: list[tuple[str, str, str]] = field(default_factory=list)  # kind, name, text
    code: str = ""  # of `change`

    def fact(self, kind: str) -> list[str]:
        return self.facts.get(kind, [])

    @property
    def loses(self) -> set[str]:
        return {name.strip() for line in self.fact("loses") for name in line.split(",")}


def read(path: Path) -> Case:
    case = Case(f"{path.parent.name}-{path.stem}")
    rest: list[str] = []
    lines = path.read_text(encoding="utf-8").split("\n")
    while lines and lines[0].startswith("# ") and not _MARK.fullmatch(lines[0]):
        line = lines.pop(0)
        if found := _FACT.fullmatch(line):
            case.facts.setdefault(found[1], []).append(found[2].strip())
        else:
            case.about += line[2:] + " "
    part = rest
    texts = []
    for line in lines:
        if found := _MARK.fullmatch(line):
            part = []
            texts.append((found[1], found[2].strip(), part))
        else:
            part.append(line)
    case.parts = [(kind, name, "\n".join(text).strip("\n")) for kind, name, text in texts]
    case.code = "\n".join(rest)
    return case


def cases() -> list[Case]:
    return [read(path) for path in sorted(HERE.glob("*/*.py"))]


def grade_id(cell: dict) -> str:
    return cell["metadata"].get("nbgrader", {}).get("grade_id", "")


def answered(release: dict) -> dict:
    """The release with the right answers."""
    notebook = copy.deepcopy(release)
    for cell in notebook["cells"]:
        cell["source"] = ANSWERS.get(grade_id(cell), "".join(cell["source"]))
    return notebook


def cell_of(notebook: dict, name: str) -> dict:
    (found,) = [cell for cell in notebook["cells"] if grade_id(cell) == name]
    return found


def own(source: str, kind: str = "code", **others) -> dict:
    """A cell of the student's own."""
    made = {"id": None, "cell_type": kind, "metadata": {}, "source": source, **others}
    made["id"] = f"own{abs(hash((source, kind))) % 10**9}"
    return made | ({"outputs": [], "execution_count": None} if kind == "code" else {})


def hand_in(case: Case, release: dict, folder: Path, root: Path) -> None:
    """Write the case's submission into the folder."""
    folder.mkdir(parents=True)
    notebook = answered(release)
    needles = [secret[::-1] for secret in SECRETS]
    filled = lambda text: text.replace("COURSE", str(root)).replace("SECRETS", repr(needles))  # noqa: E731
    behind: dict[str, list[dict]] = {}
    for kind, name, text in case.parts:
        text = filled(text)
        if kind == "file":
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        elif kind == "own cell":
            cell_of(notebook, name)  # it must be there
            behind.setdefault(name, []).append(own(text))
        else:
            cell_of(notebook, name)["source"] = text
    cells = [[cell, *behind.get(grade_id(cell), [])] for cell in notebook["cells"]]
    notebook["cells"] = [cell for group in cells for cell in group]
    made = None
    if "def change(" in case.code:
        known = {"own": own, "cell_of": cell_of, "grade_id": grade_id, "root": root}
        exec(compile(filled(case.code), case.name, "exec"), known)
        made = known["change"](notebook, folder)
        if made is False:  # no notebook at all
            return
    made = json.dumps(notebook) if made is None else made
    made = made.encode("utf-8", "surrogatepass") if isinstance(made, str) else made
    (folder / "toy.ipynb").write_bytes(made)
