"""The files around the code: pinned packages, conda and Binder, licences, what is committed."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from traitlets.config.loader import PyFileConfigLoader

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
CONSTRAINTS = (ROOT / "constraints.txt").read_text().splitlines()


def committed():
    listing = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [name for name in listing.stdout.split("\0") if name]


def test_constraints_pin_packages_and_nothing_else():
    first, *pins = CONSTRAINTS
    assert first.startswith("# uv pip compile --universal")
    line = re.compile(r"[a-z0-9-]+==[\w.]+( ; [\w .'\"=<>!()]+)?")
    assert [pin for pin in pins if not line.fullmatch(pin)] == []
    assert not re.search(r"https?:|file:|index-url|find-links| @ ", "\n".join(CONSTRAINTS))


def test_constraints_meet_every_requirement():
    pinned = {}
    for pin in CONSTRAINTS[1:]:
        name, version = pin.split(" ;")[0].split("==")
        pinned.setdefault(name, []).append(version)
    extras = PROJECT["optional-dependencies"].values()
    for text in [*PROJECT["dependencies"], *(each for extra in extras for each in extra)]:
        requirement = Requirement(text)
        versions = pinned[canonicalize_name(requirement.name)]
        assert all(version in requirement.specifier for version in versions), text


def test_no_lock_file_that_records_hosts():
    locks = re.compile(r"(.*/)?(uv\.lock|poetry\.lock|pylock.*\.toml)")
    assert [name for name in committed() if locks.fullmatch(name)] == []


def test_conda_gets_the_same_packages():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text())
    assert environment["channels"] == ["conda-forge"]
    python, pip, *packages = environment["dependencies"]
    assert re.fullmatch(r"python==?3\.\d+(\.\*)?", python)  # all that repo2docker understands
    assert pip == "pip"
    assert packages == PROJECT["dependencies"]


def test_binder_picks_python_environment_and_postbuild(tmp_path):
    plan = subprocess.run(
        [sys.executable, "-m", "repo2docker", "--no-build", "--debug", str(ROOT)],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    text = plan.stdout + plan.stderr
    assert "python=3.11" in text
    assert 'env update -p ${NB_PYTHON_PREFIX} --file "environment.yml"' in text
    assert "RUN ./postBuild" in text
    script = (ROOT / "postBuild").read_text()
    assert "python -m pip install --no-deps -e ." in script
    assert (ROOT / "postBuild").stat().st_mode & 0o111


@pytest.mark.parametrize("name", [n for n in committed() if n.endswith(".ipynb")])
def test_committed_notebooks_carry_no_outputs(name):
    shown = subprocess.run(["git", "show", f":{name}"], cwd=ROOT, capture_output=True, check=True)
    notebook = json.loads(shown.stdout)
    for cell in notebook["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


def test_nothing_of_a_class_or_a_learner_is_committed():
    private = ("work/", "submitted/", "autograded/", "feedback/", "demo/", ".venv/")
    assert [name for name in committed() if name.startswith(private)] == []
    assert [name for name in committed() if name.endswith((".db", ".png"))] == []


def test_both_licences_are_there():
    assert "BSD 3-Clause" in (ROOT / "LICENSE").read_text()
    assert "CC BY 4.0" in (ROOT / "LICENSE-course").read_text()


def test_imports_work_beside_a_clone_that_has_the_librarys_name(tmp_path):
    (tmp_path / "shardlab" / "lib").mkdir(parents=True)
    code = "from shardlab import Mesh; import autograder.cli; print(Mesh(tp=2))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stdout == "Mesh(tp=2)\n", done.stderr


@pytest.mark.parametrize(
    ("name", "student"),
    [("ana_L2_application.ipynb", "ana"), ("ana_m_L2_application.ipynb", "ana_m")],
)
def test_zip_collect_knows_whose_file_it_is(name, student):
    config = PyFileConfigLoader("nbgrader_config.py", path=str(ROOT)).load_config()
    pattern = config.FileNameCollectorPlugin.named_regexp
    found = re.match(pattern, f"downloaded/L2/extracted/{name}")
    assert found.groupdict() == {"student_id": student, "file_id": "L2_application.ipynb"}
