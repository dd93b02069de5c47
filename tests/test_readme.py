"""What the README shows is what its code does."""

import contextlib
import io
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLE, PICTURE = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)

MADE_BY_USE = re.findall(r"`(.+?)`", README.split("Made on your machine")[1].split("\n\n")[0])
NAMED = set(re.findall(r"`([\w/-]+(?:\.(?:md|py|toml|yml)|/))`", README))
NAMED = [name for name in sorted(NAMED) if not name.startswith(tuple(MADE_BY_USE))]


def test_the_example_prints_what_its_comment_says():
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(EXAMPLE, "README.md", "exec"), {})
    assert EXAMPLE.rstrip().endswith(f"# {printed.getvalue().strip()}")


def test_the_picture_is_the_one_that_the_code_draws(tmp_path, monkeypatch):
    name = re.search(r"!\[.+?\]\((.+?)\)", README)[1]
    (tmp_path / name).parent.mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    exec(compile(EXAMPLE + PICTURE, "README.md", "exec"), {})
    assert (tmp_path / name).read_bytes() == (ROOT / name).read_bytes()


@pytest.mark.parametrize("name", NAMED)
def test_files_and_folders_that_it_names_are_there(name):
    places = [ROOT, ROOT / "lib/shardlab", ROOT / "autograder"]
    assert any((place / name).exists() for place in places)
