"""JupyterLab as a user meets it: a server started by `make lab`, a browser, and a notebook in it.

The CSS classes are those of JupyterLab 4; journey.py uses this module instead of them.
"""

import contextlib
import itertools
import json
import math
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import TimeoutError

# Names of Chromium programs, in the order of the search.
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

# The selector of an idle kernel's indicator.
IDLE = '.jp-Notebook-ExecutionIndicator[data-status="idle"]'


class Missing(Exception):
    """A program that must be installed first; the text says how."""


def find_browser():
    """Returns the path of a Chromium on this machine."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if not path or not os.access(path, os.X_OK):
        raise Missing("no Chromium on PATH (on Debian: apt-get install chromium); CHROMIUM=... chooses one")
    return path


def free_port():
    """Returns a TCP port of this machine that is free at present."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    """A JupyterLab that `make lab` has started on copies of the notebooks, so that saving does not change those in git."""

    def __init__(self, root, folder):
        self.root, self.folder = Path(root), Path(folder)
        self.token, self.port = secrets.token_hex(8), free_port()

    def __enter__(self):
        books = self.folder / "notebooks"
        shutil.rmtree(books, ignore_errors=True)
        shutil.copytree(self.root / "notebooks", books, ignore=shutil.ignore_patterns(".*"))
        env = dict(os.environ, JUPYTER_TOKEN=self.token, JUPYTER_CONFIG_DIR=str(self.folder / "config"),
                   JUPYTERLAB_SETTINGS_DIR=str(self.settings()), JUPYTERLAB_WORKSPACES_DIR=str(self.folder / "workspaces"),
                   CHESSCENSUS_RESULTS=str(self.folder / "results"))
        shutil.rmtree(self.folder / "results", ignore_errors=True)  # so that nothing comes from the cache
        shutil.rmtree(self.folder / "workspaces", ignore_errors=True)
        self.log = open(self.folder / "server.log", "w", encoding="utf-8")
        flags = f"--no-browser --port={self.port} --ServerApp.port_retries=0"
        self.process = subprocess.Popen(["make", "lab", f"LABDIR={books}", "LABFLAGS=" + flags], cwd=self.root, env=env, stdout=self.log,
                                        stderr=subprocess.STDOUT, start_new_session=True)
        try:
            self.wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def settings(self):
        """Makes a settings folder and returns it: JupyterLab does not fetch news, as there is no network, and keeps all cells in the page,
        so that they can be examined without scrolling."""
        for name, values in {
            "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
            "notebook-extension/tracker": {"windowingMode": "none"},
        }.items():
            path = self.folder / "settings" / "@jupyterlab" / (name + ".jupyterlab-settings")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(values))
        return self.folder / "settings"

    def wait(self, seconds=180):
        """Waits until the server answers."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise RuntimeError(f"make lab ended with status {self.process.returncode}; see {self.log.name}")
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api?token={self.token}", timeout=2)
                return
            time.sleep(0.2)
        raise RuntimeError(f"make lab does not answer after {seconds} s; see {self.log.name}")

    def new_notebook(self, name):
        """Writes a notebook of one empty cell, over an old one of that name."""
        cell = {"cell_type": "code", "id": "first", "execution_count": None, "metadata": {}, "outputs": [], "source": []}
        kernel = {"display_name": "Chess census (Go)", "language": "go", "name": "chesscensus"}
        book = {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}, "cells": [cell]}
        (self.folder / "notebooks" / name).write_text(json.dumps(book))

    def url(self, notebook):
        return f"http://127.0.0.1:{self.port}/lab/tree/{notebook}?reset&token={self.token}"

    def __exit__(self, *_):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.log.close()


class Notebook:
    """One open notebook."""

    def __init__(self, page, server, name):
        self.page, self.name = page, name
        page.goto(server.url(name))
        page.locator(".jp-Toolbar-kernelName", has_text="Chess census").wait_for(timeout=90_000)
        page.locator(".jp-NotebookPanel .jp-Spinner").wait_for(state="detached", timeout=60_000)
        page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=60_000)
        self.idle(60)

    # Actions of a user.

    def menu(self, menu, item):
        """Chooses an item of a menu by the beginning of its name."""
        self.page.locator(".lm-MenuBar-item", has_text=re.compile(f"^{menu}$")).click()
        self.page.locator(".lm-Menu-item", has_text=re.compile("^" + re.escape(item))).first.click()

    def run_all(self, seconds):
        """Runs all cells and waits for their end. Returns the seconds that it took."""
        before = time.monotonic()
        self.menu("Run", "Run All Cells")
        self.page.wait_for_timeout(300)
        self.idle(seconds)
        return time.monotonic() - before

    def add_cell(self, text):
        """Types a text into the last cell if it is empty, else into a new one after it. Returns the cell."""
        last = self.code_cells().last
        last.locator(".cm-content").click()
        if last.locator(".cm-content").inner_text().strip():
            self.page.keyboard.press("Escape")
            self.page.keyboard.press("b")
            self.page.keyboard.press("Enter")
        self.page.keyboard.type(text)
        return self.code_cells().nth(self.code_cells().count() - 1)

    def start_cell(self, text):
        """Adds a cell and runs it without waiting."""
        cell = self.add_cell(text)
        self.page.keyboard.press("Control+Enter")
        return cell

    def run_cell(self, text, seconds=60):
        """Adds a cell, runs it, waits for its end. Returns the cell and the seconds that it took."""
        cell = self.add_cell(text)
        before = time.monotonic()
        self.page.keyboard.press("Control+Enter")
        self.done(cell, seconds)
        return cell, time.monotonic() - before

    def complete(self, name, seconds):
        """Presses Tab, if necessary again and again, until a name is offered, as JupyterLab drops a request after a
        second. Returns how often Tab was pressed and the seconds that the last try took."""
        offered = self.page.locator(".jp-Completer-item", has_text=name).first
        end = time.monotonic() + seconds
        for tries in itertools.count(1):
            before = time.monotonic()
            self.page.keyboard.press("Tab")
            try:
                offered.wait_for(timeout=3000)
                return tries, time.monotonic() - before
            except TimeoutError:
                if time.monotonic() > end:
                    raise

    def inspect(self, text, seconds):
        """Presses Shift-Tab and waits for a text in what is shown. Returns the seconds that it took."""
        before = time.monotonic()
        self.page.keyboard.press("Shift+Tab")
        self.page.locator(".jp-Tooltip", has_text=text).wait_for(timeout=1000 * seconds)
        return time.monotonic() - before

    def interrupt(self):
        """Presses the stop button."""
        self.page.locator('[data-jp-item-name="interrupt"]').click()

    def restart(self):
        """Restarts the kernel and says yes to the question. Returns the seconds until it is idle."""
        before = time.monotonic()
        self.menu("Kernel", "Restart Kernel…")
        self.page.locator(".jp-Dialog .jp-mod-accept").click()
        self.page.wait_for_timeout(300)
        self.idle(60)
        return time.monotonic() - before

    # What the user sees.

    def code_cells(self):
        return self.page.locator(".jp-Notebook .jp-CodeCell")

    def idle(self, seconds):
        """Waits until the kernel is idle and no cell waits."""
        self.page.locator(IDLE).wait_for(timeout=1000 * seconds)
        self.page.wait_for_function(
            "() => ![...document.querySelectorAll('.jp-Notebook .jp-InputPrompt')].some(p => p.textContent.includes('*'))", timeout=1000 * seconds)

    def done(self, cell, seconds):
        """Waits until a cell has run."""
        handle = cell.locator(".jp-InputPrompt").element_handle()
        self.page.wait_for_function("p => /\\[\\d+\\]/.test(p.textContent)", arg=handle, timeout=1000 * seconds)

    def errors(self):
        """The texts of all outputs that are errors or came on standard error."""
        kinds = '[data-mime-type="application/vnd.jupyter.stderr"], [data-mime-type="application/vnd.jupyter.error"]'
        return self.page.locator(f".jp-Notebook :is({kinds})").all_inner_texts()

    def output(self, cell):
        return cell.locator(".jp-OutputArea-output")

    def pictures(self, path):
        """Takes pictures of the whole notebook, from top to bottom, each as high as the window: path-1.png and so on."""
        panel = self.page.locator(".jp-NotebookPanel:visible")
        pane = panel.locator(".jp-WindowedPanel-outer")
        height, seen = pane.evaluate("e => [e.scrollHeight, e.clientHeight]")
        for i in range(max(1, math.ceil((height - 60) / (seen - 60)))):  # pictures overlap by 60 pixels
            pane.evaluate("(e, top) => { e.scrollTop = top }", i * (seen - 60))
            self.page.wait_for_timeout(150)
            panel.screenshot(path=f"{path}-{i + 1}.png")
