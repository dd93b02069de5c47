"""What student code may see of the file system: the interpreter, packages, system libraries.

Nothing of the course: no notebook, text, test, gradebook or home folder. `shown` lists the paths;
`enter` makes a read-only root of them, once, for this process and all that it forks.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import site
import sys
import tempfile

from autograder.course import MARK
from autograder.jail import kernel

SCRATCH = "/scratch"  # where a submission's own file system is mounted

_SYSTEM = [f"/usr/{n}" for n in ("bin", "sbin", "lib", "lib32", "lib64", "libx32", "libexec")]
_SYSTEM += ["/usr/share", "/usr/local/bin", "/usr/local/lib", "/nix/store"]
_SYSTEM += ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"]
_ETC = ["alternatives", "fonts", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime"]
_ETC += ["mime.types", "os-release", "ssl/openssl.cnf", "timezone"]
_PREFIX = ["bin", "lib", "lib32", "lib64", "libexec", "include", "share", "ssl", "pyvenv.cfg"]
DEVICES = [f"/dev/{name}" for name in ("null", "zero", "full", "random", "urandom")]
_LINKS = {
    "/tmp": f"{SCRATCH}/tmp",
    "/dev/shm": f"{SCRATCH}/shm",
    "/dev/fd": "/proc/self/fd",
    "/dev/stdin": "/proc/self/fd/0",
    "/dev/stdout": "/proc/self/fd/1",
    "/dev/stderr": "/proc/self/fd/2",
}
_FILES = {
    "/etc/passwd": "root:x:0:0::/:/bin/false\n",
    "/etc/group": "root:x:0:\n",
    "/etc/hosts": "127.0.0.1 localhost\n",
}
_COURSE = [MARK, "gradebook.db", "source", "course", "submitted", "autograded"]


def shown() -> list[str]:
    """The paths that a submission may read, each with what lies below it."""
    paths = [*_SYSTEM, *(f"/etc/{name}" for name in _ETC)]
    for prefix in {sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix}:
        paths += [os.path.join(prefix, name) for name in _PREFIX]
    paths += [site.getusersitepackages()] if site.ENABLE_USER_SITE else []
    paths += [entry for entry in sys.path if _is_packages(entry)]
    spec = importlib.util.find_spec("shardlab")
    paths += (spec and spec.submodule_search_locations) or []
    return _outermost([path for path in paths if os.path.exists(path)])


def _is_packages(entry: str) -> bool:
    """Whether that entry of sys.path holds packages alone: neither the course nor where we stand.

    `python -m` puts the current folder there, which may well be the course; an editable install
    of the grader puts the repository's root there.
    """
    if not os.path.isabs(entry) or not os.path.exists(entry):
        return False
    if any(os.path.exists(os.path.join(entry, name)) for name in _COURSE):
        return False
    here = (os.getcwd(), os.path.expanduser("~"), os.path.realpath(__file__))
    return not any(_below(os.path.realpath(place), os.path.realpath(entry)) for place in here)


def _below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _outermost(paths: list[str]) -> list[str]:
    """Without those that lie below another; a link brings what it points to."""
    paths = [os.path.normpath(path) for path in paths]
    paths += [os.path.realpath(path) for path in paths]
    kept: list[str] = []
    for path in sorted(set(paths), key=lambda path: (path.count("/"), path)):
        if not any(_below(path, other) for other in kept):
            kept.append(path)
    return kept


def enter(paths: list[str]) -> None:
    """Make a read-only root of these paths and move into it: the rest is gone for good.

    Needs a mount namespace of its own. Each submission mounts its own SCRATCH and /proc.
    """
    kernel.mount("none", "/", flags=kernel.REC | kernel.PRIVATE)  # nothing gets out to the host
    stage = "/sys"  # a folder that every Linux has and that nothing is shown of
    kernel.mount("view", stage, "tmpfs", kernel.NOSUID | kernel.NODEV, "mode=755,size=1m")
    for path in (SCRATCH, "/proc", "/sys"):
        os.mkdir(stage + path)
    for path in [*paths, *DEVICES]:
        _show(path, stage)
    for path, target in _LINKS.items():
        if not os.path.lexists(stage + path):  # packages may lie below /tmp
            os.symlink(target, stage + path)
    for path, text in _FILES.items():
        with open(stage + path, "w", encoding="utf-8") as file:
            file.write(text)
    # Under each submission's own. In a user namespace only who sees a /proc may mount another.
    kernel.mount("/proc", f"{stage}/proc", flags=kernel.BIND | kernel.REC)
    _lock(stage)
    _hide(stage)
    kernel.mount("none", stage, flags=kernel.REMOUNT | kernel.BIND | _FLAGS["ro"] | kernel.NOSUID)
    _move_to(stage)


def _show(path: str, stage: str) -> None:
    place = stage + path
    os.makedirs(os.path.dirname(place), exist_ok=True)
    if os.path.lexists(place):
        return
    if os.path.islink(path):
        os.symlink(os.path.realpath(path), place)
        return
    if os.path.isdir(path):
        os.mkdir(place)
    else:
        open(place, "x").close()
    kernel.mount(path, place, flags=kernel.BIND | kernel.REC)


_FLAGS = {
    "ro": kernel.RDONLY,
    "nosuid": kernel.NOSUID,
    "nodev": kernel.NODEV,
    "noexec": kernel.NOEXEC,
    "noatime": kernel.NOATIME,
    "nodiratime": kernel.NODIRATIME,
    "relatime": kernel.RELATIME,
}


def _mounts(stage: str):
    """The mounts below the stage, with their flags; not what the stage itself covers."""
    with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as file:
        lines = [line.split() for line in file]
    below = {[fields[0] for fields in lines if fields[4] == stage][-1]}
    for number, parent, _, _, place, options, *_ in lines:
        if parent in below:
            below.add(number)
            for code, character in (("040", " "), ("011", "\t"), ("012", "\n"), ("134", "\\")):
                place = place.replace("\\" + code, character)
            yield place, sum(_FLAGS.get(name, 0) for name in options.split(","))


def _lock(stage: str) -> None:
    """Make each mount read-only, without setuid programs and, outside /dev, without devices.

    The flags that a mount has are kept: in a user namespace the kernel refuses to drop them.
    """
    for place, flags in list(_mounts(stage)):
        flags |= kernel.REMOUNT | kernel.BIND | kernel.RDONLY | kernel.NOSUID
        flags |= 0 if _below(place, stage + "/dev") else kernel.NODEV
        kernel.mount("none", place, flags=flags)


def _hide(stage: str) -> None:
    """Lay an empty folder over nbgrader's exchange, which may lie among the shared data."""
    for prefix in {"/usr", "/usr/local", sys.prefix, sys.base_prefix}:
        place = f"{stage}{prefix}/share/nbgrader"
        if os.path.isdir(place):
            kernel.mount("none", place, "tmpfs", kernel.RDONLY | kernel.NOSUID, "mode=000,size=4k")


def _move_to(stage: str) -> None:
    os.chdir(stage)
    try:
        kernel.pivot_root(".", ".")
        kernel.unmount(".")
    except OSError:  # the root of an initial ramdisk can't be pivoted away from
        kernel.mount(".", "/", flags=kernel.MOVE)
        os.chroot(".")
    os.chdir("/")


def fonts() -> dict[str, bytes]:
    """Matplotlib's list of fonts, which takes it a second or more to make; made here if need be."""
    if not importlib.util.find_spec("matplotlib"):
        return {}
    folder = os.path.join(_home(), ".cache", "matplotlib")
    return _font_lists(folder) or _make_fonts(folder)


def _make_fonts(folder: str) -> dict[str, bytes]:
    import subprocess

    made = tempfile.mkdtemp(prefix="shardlab-fonts-")
    make = [sys.executable, "-c", "import matplotlib.font_manager"]
    null, environment = subprocess.DEVNULL, {**os.environ, "MPLCONFIGDIR": made}
    try:
        subprocess.run(make, env=environment, stdout=null, stderr=null, check=False, timeout=60)
        found = _font_lists(made)
    except (OSError, subprocess.TimeoutExpired):  # then each submission that draws makes its own
        return {}
    finally:
        shutil.rmtree(made, ignore_errors=True)
    _keep(found, folder)
    return found


def _home() -> str:
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_dir  # HOME may already be that of student code
    except KeyError:  # a container may run as anybody
        return os.path.expanduser("~")


def _font_lists(folder: str) -> dict[str, bytes]:
    found = {}
    for name in os.listdir(folder) if os.path.isdir(folder) else ():
        if name.startswith("fontlist-") and name.endswith(".json"):
            with open(os.path.join(folder, name), "rb") as file:
                found[name] = file.read()
    return found


def _keep(lists: dict[str, bytes], folder: str) -> None:
    """Where Matplotlib itself looks, so that it's made once; not being able to is no matter."""
    try:
        os.makedirs(folder, exist_ok=True)
        for name, data in lists.items():
            with open(os.path.join(folder, name), "xb") as file:
                file.write(data)
    except OSError:
        pass
