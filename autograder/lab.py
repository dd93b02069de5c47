"""A learner's desk: everything built, the assignments in work/, JupyterLab at the start page."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from .course import Mistake, load, make_way
from .front import scripts_on_path

START = "notebooks/start.ipynb"
# JupyterLab's defaults here: it asks no server for news
SETTINGS = Path(__file__).parent / "jupyter"


def prepare(root: Path) -> list[str]:
    """Build if there is a course/ to build from, then fill work/; what was done, line by line."""
    said = []
    if (root / "course").is_dir():
        from .build import build

        said += build(load(root), gently=True)
    return said + fill_work(root)


def fill_work(root: Path) -> list[str]:
    """Copy each file of release/ to the same place in work/, unless one is there already."""
    copied = []
    for path in sorted((root / "release").rglob("*")):
        if not path.is_file() or ".ipynb_checkpoints" in path.parts:
            continue
        name = path.relative_to(root / "release")
        target = root / "work" / name
        if target.exists():
            continue
        make_way(root, target)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            part = target.with_name(f".{target.name}.part")
            shutil.copyfile(path, part)
            os.replace(part, target)
        except OSError as error:
            raise Mistake(f"can't copy to work/{name.as_posix()}: {error.strerror}.") from None
        copied.append(f"copied release/{name.as_posix()} to work/{name.as_posix()}")
    if copied:
        copied.append(
            "work/ is yours: nothing there is ever overwritten. For a fresh copy of a file, move "
            "yours away and run this again."
        )
    return copied


def start(root: Path, no_browser: bool, port: int | None, extra: list[str]) -> None:
    """Become JupyterLab, started in the repository so that nbgrader finds its settings."""
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={root}"]
    if (root / START).is_file():
        command.append(f"--LabApp.default_url=/lab/tree/{START}")
    if no_browser:
        command.append("--no-browser")
    if port is not None:
        command.append(f"--port={port}")
    if hasattr(os, "geteuid") and os.geteuid() == 0 and "--allow-root" not in extra:
        command.append("--allow-root")
    command += extra
    scripts_on_path()
    paths = [os.environ.get("JUPYTER_CONFIG_PATH"), str(SETTINGS)]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, paths))
    os.chdir(root)
    if os.name == "nt":  # exec there returns to the shell at once
        sys.exit(subprocess.call(command))
    sys.stdout.flush()
    os.execv(command[0], command)
