"""A real JupyterLab on 127.0.0.1 and a real Chromium that works in it."""

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

import pytest

SHOTS = Path(__file__).parent / "shots"
TOKEN = "only-for-this-test"
SETTINGS = {  # show every cell, also those out of sight, so that a test can read them
    "@jupyterlab/notebook-extension/tracker": {"windowingMode": "none"},
}


@pytest.fixture(scope="session")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is missing")
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        pytest.skip("Chromium is missing: install it, for example apt-get install chromium")
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@dataclass
class Lab:
    """A running JupyterLab: where it answers, and the folder that it serves."""

    url: str
    folder: Path

    def at(self, path):
        """The address of a page; JupyterLab opens it without the tabs of an earlier visit."""
        return f"{self.url}{path}?token={TOKEN}&reset"


@pytest.fixture(scope="session")
def start_lab(tmp_path_factory):
    """start_lab(folder, command=[…]) starts JupyterLab there; all are ended after the tests."""
    home = tmp_path_factory.mktemp("jupyter")
    for name, settings in SETTINGS.items():
        file = home / "settings" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(settings))
    running = []

    def start(folder, command):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        options = ["--no-browser", "--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"]
        options += [f"--IdentityProvider.token={TOKEN}", "--allow-root"]
        environment = os.environ | {
            "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
            "JUPYTERLAB_WORKSPACES_DIR": str(home / f"workspaces-{port}"),
            "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        }
        log = (home / f"{port}.log").open("w")
        process = subprocess.Popen(
            [*command, *options], cwd=folder, env=environment, stdout=log, stderr=log
        )
        running.append(process)
        lab = Lab(f"http://127.0.0.1:{port}", folder)
        _wait_for(lab, process, log)
        return lab

    yield start
    for process in running:
        process.terminate()
    for process in running:
        process.wait(timeout=30)


def _wait_for(lab, process, log):
    for _ in range(720):  # a busy machine takes its time
        if process.poll() is not None:
            break
        try:
            urllib.request.urlopen(lab.at("/api/status")).close()
            return
        except OSError:
            time.sleep(0.25)
    raise AssertionError(f"JupyterLab did not start:\n{Path(log.name).read_text()}")


@pytest.fixture(scope="session")
def lab(clone, start_lab):
    """JupyterLab as a learner starts it."""
    return start_lab(clone, ["autograder", "lab", "--"])


@pytest.fixture
def page(browser, request):
    """A page in a browser of its own; its screenshot is kept when the test is over."""
    context = browser.new_context(viewport={"width": 1400, "height": 1000})
    page = context.new_page()
    page.set_default_timeout(30_000)
    yield page
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"{request.node.name}.png")
    context.close()
